import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CATEGORIES, type Category } from '@filemill/product';
import { ENGINES } from '../define/engines.js';
import type { FormatSpec, KnownContent } from '../define/format.js';
import { areDisjoint, type Signature } from '../define/signature.js';
import { Planner, type Route } from './planner.js';

/**
 * Formats through which a chain may pass, by category of the input: they keep what matters in it. A book that
 * went through PDF would be split into fixed pages.
 */
const HUBS: Readonly<Record<string, readonly Category[]>> = {
  pdf: ['image', 'document', 'presentation'],
  tiff: ['image'],
  png: ['image'],
  clear: ['image'],
  clear16: ['image'],
  opaque: ['image'],
  opaque16: ['image'],
  photo: ['image'],
  photo16: ['image'],
  light: ['image'],
  frames: ['image'],
  printed: ['image'],
  untraced: ['image'],
  traced: ['image'],
  developed: ['image'],
  merged: ['image'],
  painted: ['image'],
  painted16: ['image'],
  played: ['audio'],
  reel: ['video'],
  segmentable: ['video'],
  fods: ['document'],
  dbftable: ['document'],
  dbfsheets: ['document'],
  references: ['document'],
  csl: ['document'],
  letter: ['document'],
  sketch: ['document'],
  sheet: ['document'],
  plotted: ['document'],
  flow: ['document'],
  tablepage: ['document'],
  deck: ['presentation'],
  deckpage: ['presentation'],
  show: ['presentation'],
  typed: ['document'],
  cbz: ['ebook'],
  epub: ['document', 'ebook'],
};

/** All formats and every pair that is offered. */
export class Registry {
  private readonly byId = new Map<string, FormatSpec>();
  private readonly byExtension = new Map<string, FormatSpec>();
  private readonly known = new Map<string, KnownContent>();
  private readonly routes = new Map<string, Map<string, Route>>();
  /** Of all formats and known contents, the highest priority first. */
  readonly signatures: readonly ContentSignature[];

  /**
   * @param isOffered - which of the possible pairs count; all by default
   * @throws {Error} on a duplicate id or extension, an unknown engine, or two signatures of one priority that one file
   *   may match
   */
  constructor(
    formats: readonly FormatSpec[],
    known: readonly KnownContent[] = [],
    private readonly isOffered: (input: string, output: string) => boolean = () => true,
  ) {
    for (const format of formats) this.add(format);
    for (const content of known) this.addKnown(content);
    this.signatures = inOrder([...formats, ...known]);
    const planner = new Planner(this.formats, (via, category) => HUBS[via]?.includes(category) ?? false);
    for (const input of this.byId.values()) {
      if (!input.internal) this.routes.set(input.id, this.offered(planner.routesFrom(input)));
    }
  }

  private offered(routes: readonly Route[]): Map<string, Route> {
    return new Map(
      routes
        .filter(({ input, output }) => !output.internal && this.isOffered(input.id, output.id))
        .map((route) => [route.output.id, route]),
    );
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

  private addKnown(content: KnownContent): void {
    if (this.byId.has(content.id) || this.known.has(content.id)) {
      throw new Error(`Two contents have the id ${content.id}`);
    }
    if (content.treatedAs !== undefined && !this.byId.has(content.treatedAs)) {
      throw new Error(`${content.id} is treated as ${content.treatedAs}, which is not a format`);
    }
    this.known.set(content.id, content);
  }

  /** Known content that is not a format; by the id that detection returns. */
  knownContent(id: string): KnownContent | undefined {
    return this.known.get(id);
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

  /** Formats of a category that can be uploaded, and all their targets; undefined if there are none. */
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
}

/** A signature, and the id of the format or known content that it identifies. */
interface ContentSignature {
  readonly id: string;
  readonly signature: Signature;
}

/** @throws {Error} if two of the same priority can match one file: the order of file names must not decide */
function inOrder(
  contents: readonly { id: string; signature?: readonly Signature[] | undefined }[],
): ContentSignature[] {
  const all = contents.flatMap(({ id, signature = [] }) => signature.map((one) => ({ id, signature: one })));
  for (const [index, one] of all.entries()) {
    for (const other of all.slice(index + 1)) {
      const canShare =
        one.signature.priority !== other.signature.priority || areDisjoint(one.signature, other.signature);
      if (!canShare && one.id !== other.id) {
        throw new Error(`${one.id} and ${other.id} have signatures of priority ${one.signature.priority}`);
      }
    }
  }
  return all.toSorted((a, b) => b.signature.priority - a.signature.priority);
}

type Declared = FormatSpec | KnownContent;
const isFormat = (value: Declared): value is FormatSpec => 'category' in value;

/** Folders of declarations, below `src`. Their subfolders hold readers. */
const FAMILIES = [
  'archive',
  'audio',
  'data',
  'document',
  'ebook',
  'font',
  'image',
  'presentation',
  'vector',
  'subtitle',
  'video',
];

/** Files of the declarations, by the ids of their formats. */
const files = new Map<string, string>();

/** Loads every file of the families, in the order of the file names, whatever the folder. */
async function loadDeclarations(): Promise<[formats: FormatSpec[], known: KnownContent[]]> {
  const found: URL[] = [];
  for (const family of FAMILIES) {
    const folder = new URL(`../${family}/`, import.meta.url);
    for (const file of await readdir(fileURLToPath(folder))) {
      if (/\.(js|ts)$/.test(file) && !/\.(spec|d)\.ts$/.test(file)) found.push(new URL(file, folder));
    }
  }
  found.sort((a, b) => (basename(a.pathname) < basename(b.pathname) ? -1 : 1));
  const modules = await Promise.all(found.map((file) => import(file.href)));
  const declarations = modules.flatMap((module: Record<string, Declared | readonly Declared[]>, index) =>
    Object.values(module)
      .flat()
      .map((one) => {
        files.set(one.id, fileURLToPath(found[index] as URL));
        return one;
      }),
  );
  return [
    declarations.filter(isFormat),
    declarations.filter((value): value is KnownContent => !isFormat(value)),
  ];
}

/** The file that declares a format. */
export function declarationOf(id: string): string {
  const file = files.get(id);
  if (file === undefined) throw new Error(`no format ${id}`);
  return file;
}

/** Input → output → hash of what the pair was proven with, the milliseconds that it took, and the likeness if measured. */
export type ProvenPairs = Readonly<
  Record<string, Readonly<Record<string, readonly [hash: string, tookMs: number, likeness?: number]>>>
>;

/**
 * Engine → setting and pair, such as `width png>webp` → hash of what it was tried with, the milliseconds that it took, and
 * how many values were tried.
 */
export type ProvenOptions = Readonly<
  Record<string, Readonly<Record<string, readonly [hash: string, tookMs: number, values: number]>>>
>;

/** The settings stand under a name that no format may have. */
const { options = {}, ...pairs } = JSON.parse(
  readFileSync(new URL('../../matrix.json', import.meta.url), 'utf8'),
) as ProvenPairs & { readonly options?: ProvenOptions };

/** The last result of `npm run matrix`. */
export const provenPairs = pairs as ProvenPairs;
/** The last result of `npm run options`. */
export const provenOptions: ProvenOptions = options;

/** Everything that the families declare. */
export const declarations = await loadDeclarations();

/** The catalogue: every pair in it has been proven. */
export const registry = new Registry(
  ...declarations,
  (input, output) => provenPairs[input]?.[output] !== undefined,
);
