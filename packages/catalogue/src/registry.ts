import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { CATEGORIES, type Category } from './category.js';
import { ENGINES, type EngineId, LANE_OF } from './engines.js';
import type { FormatSpec } from './format.js';

/** One engine's part of a conversion. */
export interface RouteStep {
  readonly engine: EngineId;
  readonly from: FormatSpec;
  readonly to: FormatSpec;
}

/** How one pair is converted; the last step takes the user's options. */
export interface Route {
  readonly input: FormatSpec;
  readonly output: FormatSpec;
  readonly steps: readonly RouteStep[];
}

/** Longest chain of engines. */
const MAX_STEPS = 3;
/**
 * Formats through which a chain may pass, for inputs of which categories: they keep what matters of those. A book that went
 * through PDF would be pages.
 */
const HUBS: Readonly<Record<string, readonly Category[]>> = {
  pdf: ['image', 'document', 'presentation'],
  tiff: ['image'],
  fods: ['document'],
  epub: ['document', 'ebook'],
};

/** All formats and every pair that is offered. */
export class Registry {
  private readonly byId = new Map<string, FormatSpec>();
  private readonly byExtension = new Map<string, FormatSpec>();
  private readonly routes = new Map<string, Map<string, Route>>();

  /** @throws {Error} on a duplicate id or extension, or an unknown engine */
  constructor(formats: readonly FormatSpec[]) {
    for (const format of formats) this.add(format);
    for (const input of this.byId.values()) {
      if (!input.internal) this.routes.set(input.id, this.routesFrom(input));
    }
  }

  private add(format: FormatSpec): void {
    if (this.byId.has(format.id)) throw new Error(`Two formats have the id ${format.id}`);
    for (const engine of [...Object.keys(format.read ?? {}), ...Object.keys(format.write ?? {})]) {
      if (!Object.hasOwn(ENGINES, engine)) throw new Error(`${format.id} names an unknown engine, ${engine}`);
    }
    for (const extension of format.extensions) {
      const other = this.byExtension.get(extension);
      if (other) throw new Error(`Both ${other.id} and ${format.id} claim .${extension}`);
      this.byExtension.set(extension, format);
    }
    this.byId.set(format.id, format);
  }

  get formats(): readonly FormatSpec[] {
    return [...this.byId.values()];
  }

  format(id: string): FormatSpec | undefined {
    return this.byId.get(id);
  }

  /** By the extension of a file name, without dot, in any case. */
  formatOfExtension(extension: string): FormatSpec | undefined {
    return this.byExtension.get(extension.toLowerCase());
  }

  route(inputId: string, outputId: string): Route | undefined {
    return this.routes.get(inputId)?.get(outputId);
  }

  /** What a format can be converted to; empty for one that is not an input. */
  targets(inputId: string): readonly Route[] {
    return [...(this.routes.get(inputId)?.values() ?? [])];
  }

  /** Every pair that is offered. */
  pairs(): readonly Route[] {
    return [...this.routes.values()].flatMap((targets) => [...targets.values()]);
  }

  /** Formats of a category that can be uploaded, and all that they can become; undefined while there is nothing. */
  category(category: Category): { formats: string[]; output: string[] } | undefined {
    const inputs = this.formats.filter((f) => f.category === category && this.targets(f.id).length > 0);
    if (inputs.length === 0) return undefined;
    const output = new Set(inputs.flatMap((f) => this.targets(f.id).map((route) => route.output.id)));
    return { formats: inputs.map((f) => f.id), output: [...output] };
  }

  /** Categories that have something to offer. */
  get categories(): readonly Category[] {
    return CATEGORIES.filter((category) => this.category(category) !== undefined);
  }

  /** Shortest chains from one format, breadth first, in the order in which engines and formats are declared. */
  private routesFrom(input: FormatSpec): Map<string, Route> {
    const worker = LANE_OF[input.category].worker;
    const found = new Map<string, Route>();
    const seen = new Set([input.id]);
    let frontier: RouteStep[][] = [[]];
    for (let length = 1; length <= MAX_STEPS; length++) {
      const next: RouteStep[][] = [];
      for (const steps of frontier) {
        const at = steps.at(-1)?.to ?? input;
        if (steps.length > 0 && !HUBS[at.id]?.includes(input.category)) continue;
        for (const step of this.stepsFrom(at)) {
          if (seen.has(step.to.id) || ENGINES[step.engine].worker !== worker) continue;
          seen.add(step.to.id);
          const chain = [...steps, step];
          next.push(chain);
          if (!step.to.internal) found.set(step.to.id, { input, output: step.to, steps: chain });
        }
      }
      frontier = next;
    }
    return found;
  }

  private stepsFrom(from: FormatSpec): RouteStep[] {
    const steps: RouteStep[] = [];
    for (const to of this.byId.values()) {
      if (to.id === from.id) continue;
      for (const [engine, write] of Object.entries(to.write ?? {})) {
        const read = from.read?.[engine as EngineId];
        if (read && write.from.includes(read.as)) {
          steps.push({ engine: engine as EngineId, from, to });
          break;
        }
      }
    }
    return steps;
  }
}

/** Reads every file of `formats/`: adding a format is adding a file. */
async function load(): Promise<Registry> {
  const folder = new URL('./formats/', import.meta.url);
  const files = (await readdir(fileURLToPath(folder)))
    .filter((file) => /\.(js|ts)$/.test(file) && !/\.(spec|d)\.ts$/.test(file))
    .sort();
  const modules = await Promise.all(files.map((file) => import(new URL(file, folder).href)));
  return new Registry(modules.flatMap((module: Record<string, FormatSpec>) => Object.values(module)));
}

export const registry: Registry = await load();
