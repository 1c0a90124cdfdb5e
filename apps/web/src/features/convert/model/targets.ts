import type { Target } from '../../../lib/api/catalogue.js';
import { type Item, isStartable } from './item.js';

/** Files for which a format may still be chosen. */
export const choosable = (items: readonly Item[]): Item[] =>
  items.filter((item) => isStartable(item) && item.input !== undefined);

/**
 * The formats that all files can become, in the order of the first file. A file that has a format already does not stand
 * in its way: it is skipped.
 */
export function sharedTargets(items: readonly Item[]): readonly Target[] {
  const inputs = choosable(items).flatMap(({ input }) => input ?? []);
  const all = new Map(inputs.flatMap(({ outputs }) => outputs).map((target) => [target.format, target]));
  return [...all.values()].filter(({ format }) =>
    inputs.every((input) => input.format === format || input.outputs.some((o) => o.format === format)),
  );
}

/** The settings of an item's target, by name. */
export const optionsOf = ({ input, target }: Item) =>
  input?.outputs.find(({ format }) => format === target)?.options.properties ?? {};
