import type { Category } from '@filemill/product';
import { ENGINES, type EngineId, LANE_OF, type WorkerName } from '../define/engines.js';
import type { FormatSpec } from '../define/format.js';
import {
  ALL_TRAITS,
  type ExpectedLossCode,
  lossCodesOf,
  type TraitSet,
  traitSet,
  weightOf,
} from '../define/traits.js';
import { holdsOf, keptBy } from './holdings.js';
import { repackingOf } from './repacking.js';

/** One engine's step of a conversion. */
export interface RouteStep {
  readonly engine: EngineId;
  readonly from: FormatSpec;
  readonly to: FormatSpec;
  /** The only settings that the step obeys, of a whole file that another step has made; absent: all that there are. */
  readonly only?: readonly string[];
}

/** Whether a step makes the file that the user gets: those behind it only change its size. */
export const isFinalStep = ({ steps }: Pick<Route, 'steps'>, index: number): boolean =>
  steps.slice(index + 1).every(({ only }) => only !== undefined);

/** How one pair is converted; the last step takes the user's options. */
export interface Route {
  readonly input: FormatSpec;
  readonly output: FormatSpec;
  readonly steps: readonly RouteStep[];
  /** What the output cannot hold, or a step does not keep, the heaviest first; lost only if the file has it. */
  readonly losses: readonly ExpectedLossCode[];
}

const TEXT = traitSet(['text']);
const PICTURES = traitSet(['pictures']);
/** Longest chain of engines. */
const MAX_STEPS = 3;

/** Whether an output can be made from what an engine reads. */
const takes = (from: readonly string[], { as, alsoAs }: { as: string; alsoAs?: string }): boolean =>
  from.includes(as) || (alsoAs !== undefined && from.includes(alsoAs));

function refines({ engine, to }: RouteStep): boolean {
  const program = ENGINES[engine];
  if (!('refines' in program)) return false;
  const formats: true | readonly string[] = program.refines;
  return formats === true || formats.includes(to.id);
}

/** A step and what survives it. */
interface KnownStep extends RouteStep {
  readonly kept: TraitSet;
}

/** Steps from an input on, and what of the input is lost after them. */
interface Chain {
  readonly steps: readonly RouteStep[];
  readonly lost: TraitSet;
  readonly weight: number;
}

/**
 * Chooses the engines of each pair: the chain that loses least; of those, the shortest; of those, the first in the order
 * in which formats and engines are declared. Nothing else decides, so the same declarations give the same routes.
 */
export class Planner {
  private readonly steps = new Map<string, readonly KnownStep[]>();
  private readonly weights = new Map<TraitSet, number>();
  private readonly codes = new Map<TraitSet, readonly ExpectedLossCode[]>();

  /** @param isHub - whether a chain from an input of a category may pass through a format */
  constructor(
    private readonly formats: readonly FormatSpec[],
    private readonly isHub: (formatId: string, category: Category) => boolean,
  ) {}

  /** The best chain to every format that can be reached, the input itself among them. */
  routesFrom(input: FormatSpec): readonly Route[] {
    const { worker } = LANE_OF[input.category];
    const held = holdsOf(input);
    const best = new Map<FormatSpec, Chain>();
    let frontier: Chain[] = [{ steps: [], lost: 0n, weight: 0 }];
    for (let length = 1; length <= MAX_STEPS; length++) {
      const next: Chain[] = [];
      for (const chain of frontier) {
        for (const { kept, ...step } of this.stepsFrom(chain.steps.at(-1)?.to ?? input, worker)) {
          if (chain.steps.length > 0 && 'startsRoutes' in ENGINES[step.engine]) continue;
          if (step.to === input && ![...chain.steps, step].every(refines)) continue;
          const lost = chain.lost | (held & ~kept);
          const known = best.get(step.to);
          const weight = this.weightOf(lost);
          const longer = { steps: [...chain.steps, step], lost, weight };
          if (!known || weight < known.weight) best.set(step.to, longer);
          // Behind a hub another chain may lose less of what the next step keeps, unless it lost all of that before.
          const isNew = !known || (known.lost & ~lost) !== 0n;
          if (isNew && step.to !== input && this.isHub(step.to.id, input.category)) next.push(longer);
        }
      }
      frontier = next;
    }
    // The text of a comic, whose pages are pictures, would be empty.
    const leavesAny = ({ lost }: Chain): boolean => (held & TEXT) !== 0n || (lost & PICTURES) === 0n;
    return [...best]
      .filter(([, chain]) => leavesAny(chain))
      .map(([output, { steps, lost }]) => ({ input, output, steps, losses: this.codesOf(lost) }));
  }

  private stepsFrom(from: FormatSpec, worker: WorkerName): readonly KnownStep[] {
    const key = `${worker} ${from.id}`;
    const known = this.steps.get(key);
    if (known) return known;
    const steps: KnownStep[] = [];
    for (const to of this.formats) {
      for (const [name, write] of Object.entries(to.write ?? {})) {
        const engine = name as EngineId;
        const read = from.read?.[engine];
        if (!read || !takes(write.from, read) || ENGINES[engine].worker !== worker) continue;
        steps.push({ engine, from, to, kept: keptBy(engine, from, to) });
      }
    }
    const repacking = from.internal ? undefined : repackingOf(from);
    const repacker = repacking?.as === 'drawing' ? 'svgo' : 'repack';
    if (repacking && ENGINES[repacker].worker === worker) {
      steps.push({ engine: repacker, from, to: from, kept: ALL_TRAITS });
    }
    this.steps.set(key, steps);
    return steps;
  }

  private weightOf(lost: TraitSet): number {
    const weight = this.weights.get(lost) ?? weightOf(lost);
    this.weights.set(lost, weight);
    return weight;
  }

  private codesOf(lost: TraitSet): readonly ExpectedLossCode[] {
    const codes = this.codes.get(lost) ?? lossCodesOf(lost);
    this.codes.set(lost, codes);
    return codes;
  }
}
