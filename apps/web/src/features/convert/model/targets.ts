import type { TargetView } from '@filemill/api';
import { canBecome } from './admission.js';
import { type Item, isSkipped, isStartable } from './item.js';
import type { OptionSchemas } from './option-fields.js';

/** Files for which a format may still be chosen. */
export const choosable = (items: readonly Item[]): Item[] =>
  items.filter((item) => isStartable(item) && item.input !== undefined);

/**
 * The formats that all files can become, in the order of the first file. A file that has a format already does not
 * exclude it: it is skipped.
 */
export function sharedTargets(items: readonly Item[]): readonly TargetView[] {
  const inputs = choosable(items).flatMap(({ input }) => input ?? []);
  const all = new Map(inputs.flatMap(({ outputs }) => outputs).map((target) => [target.format, target]));
  return [...all.values()].filter(({ format }) =>
    inputs.every((input) => input.format === format || input.outputs.some((o) => o.format === format)),
  );
}

/** Files that cannot become the format that was chosen for all, and have none of their own yet. */
export const strays = (items: readonly Item[], target: string | undefined): readonly Item[] =>
  target === undefined
    ? []
    : choosable(items).filter(
        (item) => item.target === undefined && item.input && !canBecome(item.input, target),
      );

/** Whether a file can be optimised: converted to the format that it has. */
export const canRefine = ({ input }: Item): boolean =>
  input?.outputs.some(({ format }) => format === input.format) === true;

/**
 * The change of an item for which a format is chosen.
 *
 * @param refines - whether the file is optimised if it has the format already
 */
export const chosen = (item: Item, target: string, refines: boolean) => ({
  target,
  options: {},
  refines: refines && item.input?.format === target && canRefine(item),
});

/** The format that an item is to become, if something can become it. */
export const targetOf = ({ input, target }: Item): TargetView | undefined =>
  input?.outputs.find(({ format }) => format === target);

/** The settings of an item's target, by name. */
export const schemasOf = (item: Item): OptionSchemas => targetOf(item)?.options.properties ?? {};

/** The files of one kind: those that become the same format and have the same settings. */
export function alike(items: readonly Item[], one: Item): readonly Item[] {
  const schemas = JSON.stringify(schemasOf(one));
  return choosable(items).filter(
    (item) => item.target === one.target && !isSkipped(item) && JSON.stringify(schemasOf(item)) === schemas,
  );
}

/** The common settings of several files: those of their format, if it is the same for all. */
export function sharedSchemas(items: readonly Item[]): OptionSchemas {
  const converted = items.filter((item) => !isSkipped(item));
  const [first, ...rest] = converted.map(schemasOf);
  const isSame = rest.every((schemas) => JSON.stringify(schemas) === JSON.stringify(first));
  return isSame && new Set(converted.map(({ target }) => target)).size === 1 ? (first ?? {}) : {};
}
