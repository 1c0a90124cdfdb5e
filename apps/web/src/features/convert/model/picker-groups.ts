import type { TargetView } from '@filemill/api';
import { CATEGORIES, type Category } from '@filemill/product';
import { POPULAR, popularFirst } from '../../../lib/popular-formats.js';

/** What the picker shows of an output format. */
export type PickerTarget = Pick<TargetView, 'format' | 'category' | 'label'>;

/** How many of them are shown. */
const POPULAR_COUNT = 4;

export interface PickerGroup {
  readonly id: 'popular' | Category;
  readonly targets: readonly PickerTarget[];
}

/** How many targets each category has; categories without any are absent. */
export function categoryCounts(
  targets: readonly PickerTarget[],
): readonly { category: Category; count: number }[] {
  return CATEGORIES.map((category) => ({
    category,
    count: targets.filter((target) => target.category === category).length,
  })).filter(({ count }) => count > 0);
}

/**
 * What the picker lists: popular ones first, then a group per category. A search looks through all categories and
 * hides the popular ones, which it would show twice.
 */
export function pickerGroups(
  targets: readonly PickerTarget[],
  query: string,
  category: Category | 'all',
): readonly PickerGroup[] {
  const text = query.trim().toLowerCase();
  const found = inOrder(targets, text).filter(
    (target) => text !== '' || category === 'all' || target.category === category,
  );
  const groups: PickerGroup[] = CATEGORIES.map((id) => ({
    id,
    targets: found.filter(({ category }) => category === id),
  })).filter((group) => group.targets.length > 0);
  if (text !== '' || category !== 'all') return groups;
  const popular = POPULAR.flatMap((id) => found.find(({ format }) => format === id) ?? []);
  return [{ id: 'popular', targets: popular.slice(0, POPULAR_COUNT) }, ...groups].filter(
    (group): group is PickerGroup => group.targets.length > 0,
  );
}

/** Whether a format is found by its id or its name: `md` by `markdown`. @param text - lower case */
export const matches = ({ format, label }: PickerTarget, text: string): boolean =>
  format.includes(text) || label.toLowerCase().includes(text);

/** Those that match a search: first what it names, then what begins so; else the popular ones first, then by name. */
function inOrder(targets: readonly PickerTarget[], text: string): readonly PickerTarget[] {
  const rank = ({ format }: PickerTarget): number => (format === text ? 0 : format.startsWith(text) ? 1 : 2);
  return popularFirst(targets.filter((target) => matches(target, text)).toSorted(byName)).toSorted(
    (a, b) => rank(a) - rank(b),
  );
}

const byName = (a: PickerTarget, b: PickerTarget): number => (a.format < b.format ? -1 : 1);
