import type { CombinationView, FormatView } from '@filemill/api';
import type { Item, Options } from './item.js';
import { choosable } from './targets.js';

/** How all files become one; `target` is the chosen format, absent until the user chooses one. */
export interface Combining {
  readonly target?: string;
  readonly options: Options;
}

/** Fewer files cannot be combined. */
const LEAST_FILES = 2;

const combinationsOf = (input: FormatView | undefined): readonly CombinationView[] =>
  input?.combinesInto ?? [];

/** The formats that files can become together, in the order of the first file's. */
export function sharedCombinations(items: readonly Item[]): readonly CombinationView[] {
  const [first, ...others] = choosable(items);
  if (others.length < LEAST_FILES - 1) return [];
  return combinationsOf(first?.input).filter(({ format }) =>
    others.every(({ input }) => combinationsOf(input).some((other) => other.format === format)),
  );
}

/** One item that stands for several: it is uploaded with all of their files, in their order. */
export function combined(parts: readonly Item[], { target, options }: Combining): Item | undefined {
  const [first] = parts;
  if (!first || target === undefined || parts.length < LEAST_FILES) return undefined;
  return {
    ...first,
    status: 'ready',
    parts,
    sizeBytes: parts.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
    target,
    options,
    error: undefined,
  };
}

/** The list with an item one place higher or lower among those that can be combined; the others keep their places. */
export function moved(items: readonly Item[], id: string, by: -1 | 1): readonly Item[] {
  const order = choosable(items);
  const from = order.findIndex((item) => item.id === id);
  const other = order[from + by];
  const item = order[from];
  if (!item || !other) return items;
  return items.map((one) => (one === item ? other : one === other ? item : one));
}

/** The list with an item at the place of another; the items between them move by one. */
export function movedTo(items: readonly Item[], id: string, placeOf: string): readonly Item[] {
  const from = items.findIndex((item) => item.id === id);
  const to = items.findIndex((item) => item.id === placeOf);
  const item = items[from];
  if (!item || to < 0 || from === to) return items;
  const others = items.toSpliced(from, 1);
  return others.toSpliced(to, 0, item);
}
