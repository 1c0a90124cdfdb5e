import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Route } from '@filemill/formats';

/** The lowest likeness of each family of pairs, which may only rise. */
const FILE = fileURLToPath(new URL('../../../formats/fidelity.json', import.meta.url));
const DIGITS = 1_000;

/** Lowest likeness by family. */
export type Floors = Readonly<Record<string, number>>;

/** The committed floors. */
export const readFloors = (): Floors => JSON.parse(readFileSync(FILE, 'utf8')) as Floors;

/** The family of a pair: the categories of both formats; icons, which have sizes of their own, are apart. */
export const familyOf = ({ input, output }: Route): string =>
  `${input.category} > ${output.write?.sharp?.saver === 'own icon' ? 'icon' : output.category}`;

/** Rounded down, so that the last digits of a measurement do not matter. */
export const roundedLikeness = (likeness: number): number => Math.floor(likeness * DIGITS) / DIGITS;

/** A proven pair, with its likeness if its suite measures one. */
interface Measured {
  readonly route: Route;
  readonly likeness: number | undefined;
}

/**
 * The floors after a run of the matrix: a family rises to its lowest pair. A family without a figure for each of its
 * pairs keeps its floor, because the pair without one may be its lowest.
 */
export function raisedFloors(floors: Floors, pairs: readonly Measured[]): Floors {
  const families = Map.groupBy(pairs, ({ route }) => familyOf(route));
  const raised = [...families].flatMap(([family, members]) => {
    const figures = members.flatMap(({ likeness }) => (likeness === undefined ? [] : [likeness]));
    const lowest = roundedLikeness(Math.min(...figures));
    return figures.length < members.length ? [] : [[family, Math.max(lowest, floors[family] ?? 0)] as const];
  });
  const all = { ...floors, ...Object.fromEntries(raised) };
  return Object.fromEntries(Object.entries(all).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** Writes the file that is committed. */
export const writeFloors = (floors: Floors): void =>
  writeFileSync(FILE, `${JSON.stringify(floors, undefined, 2)}\n`);
