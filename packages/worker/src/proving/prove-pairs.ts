import { readFileSync } from 'node:fs';
import { ENGINES, type Route } from '@filemill/formats';
import { declared, provenPairs } from '@filemill/formats/testing';
import { expect, it } from '@jest/globals';
import { familyOf, readFloors, roundedLikeness } from '../testing/fidelity.js';
import { hashOfRoute } from '../testing/route-hash.js';
import { keepProof, rotatedToday, upTo } from './due.js';

/** A pair that passed, as one line of a file in the folder that `FILEMILL_MATRIX` names. */
export interface PairProof {
  readonly from: string;
  readonly to: string;
  readonly hash: string;
  /** Duration of the conversion and its proof. */
  readonly tookMs: number;
  /** How much the output is like the input, 0 to 1, as its suite measures it. */
  readonly likeness?: number;
}

/** Assumed for a pair that has not run yet. */
const UNKNOWN_MS = 1_000;
/** Of one suite in an ordinary test run, by the durations in the table: the choice does not depend on this machine. */
const STALE_MS = 60_000;
const ROTATING_MS = 10_000;

/**
 * One test for each pair that is due. In a run of the matrix these are all that have no proof yet; in an ordinary test run
 * pairs whose declarations or engines have changed, and each day some of the others.
 *
 * @param mine - which declared pairs this suite proves
 * @param prove - converts a sample, and looks into the output with another program than its writer; returns the likeness
 *   of both if it can measure one, which must not fall below the floor of its family
 */
export function provePairs(
  mine: (route: Route) => boolean,
  prove: (route: Route) => Promise<number | undefined> | Promise<void>,
): void {
  const floors = readFloors();
  const routes = declared.pairs().filter(mine);
  const kept = keptPairs();
  const lacksProof = ({ input, output }: Route): boolean => !kept.has(`${input.id}>${output.id}`);
  const due = process.env.FILEMILL_MATRIX === undefined ? dueToday(routes) : routes.filter(lacksProof);
  it('has pairs', () => {
    expect(routes.length).toBeGreaterThan(0);
  });
  if (due.length === 0) return;
  it.concurrent.each(due.map((route) => [route.input.id, route.output.id, route] as const))(
    'proves %s to %s',
    async (from, to, route) => {
      const startedAt = performance.now();
      const measured = await prove(route);
      const tookMs = Math.round(performance.now() - startedAt);
      const likeness = typeof measured === 'number' ? roundedLikeness(measured) : undefined;
      if (likeness !== undefined) expect(likeness).toBeGreaterThanOrEqual(floors[familyOf(route)] ?? 0);
      keep({ from, to, hash: hashOfRoute(route), tookMs, ...(likeness !== undefined && { likeness }) });
    },
  );
}

const rowOf = ({ input, output }: Route) => provenPairs[input.id]?.[output.id];
const msOf = (route: Route): number => rowOf(route)?.[1] ?? UNKNOWN_MS;
/** A pair that never passed is not offered, and a matter of the matrix alone. */
const isStale = (route: Route): boolean =>
  rowOf(route) !== undefined && rowOf(route)?.[0] !== hashOfRoute(route);

/**
 * A run that was ended goes on where it was: proofs of the same hash are kept. `FILEMILL_MATRIX_KEPT` names a file with a pair
 * such as `png>jpg` on each line: they are too many for a variable of the environment.
 */
function keptPairs(): ReadonlySet<string> {
  const path = process.env.FILEMILL_MATRIX_KEPT;
  return new Set(path ? readFileSync(path, 'utf8').split('\n') : []);
}

/** Stale pairs, one of each engine and family first, and the pairs of the day. */
function dueToday(routes: readonly Route[]): Route[] {
  const stale = routes.filter(isStale);
  const kinds = new Set<string>();
  const isFirst = (route: Route): boolean => {
    const kind = `${route.steps.map(({ engine }) => engine)} ${route.input.category} ${route.output.category}`;
    return kinds.size < kinds.add(kind).size;
  };
  const firsts = new Set(stale.filter(isFirst));
  const ordered = [...firsts, ...stale.filter((route) => !firsts.has(route))];
  const fresh = routes.filter((route) => rowOf(route) && !isStale(route));
  return [...upTo(ordered, msOf, STALE_MS), ...upTo(rotatedToday(fresh), msOf, ROTATING_MS)];
}

const keep = (proof: PairProof): void => keepProof(process.env.FILEMILL_MATRIX, proof);

/** A file that becomes what it is, with the same content: one suite proves all of these. */
export const isRepacking = ({ steps }: Route): boolean => steps.some(({ engine }) => engine === 'repack');

/** Engines of a worker, for the choice of a suite's pairs. */
export const runsOn =
  (worker: string) =>
  (route: Route): boolean =>
    route.steps.every(({ engine }) => ENGINES[engine].worker === worker);
