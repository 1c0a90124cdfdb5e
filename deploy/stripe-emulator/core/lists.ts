import { missing } from './faults.ts';

/** A list in an answer of Stripe. */
export interface List<T> {
  readonly object: 'list';
  readonly data: T[];
  readonly has_more: boolean;
  /** Such as `/v1/customers`. */
  readonly url: string;
}

/** A list object with all its elements, as objects contain them. */
export const wholeList = <T>(url: string, data: T[]): List<T> => ({
  object: 'list',
  data,
  has_more: false,
  url,
});

/** The first element of a list that has one. */
export function firstOf<T>(list: readonly T[]): T {
  const [first] = list;
  if (first === undefined) throw new Error('The list is empty.');
  return first;
}

const DEFAULT_LIMIT = 10;

/** What a request says about the page of a list that it wants. */
export interface PageRequest {
  readonly limit?: number;
  readonly starting_after?: string | null;
  readonly ending_before?: string | null;
}

/**
 * One page of objects that are newest first.
 *
 * @param url - of the list, such as `/v1/customers`
 * @param all - what passed the filters
 * @throws {StripeFault} resource_missing if the page should begin at an unknown object
 */
export function page<T extends { id: string }>(
  url: string,
  all: readonly T[],
  { limit = DEFAULT_LIMIT, starting_after: after, ending_before: before }: PageRequest,
): List<T> {
  if (before) {
    const end = indexOf(all, before, 'ending_before');
    const start = Math.max(0, end - limit);
    return { object: 'list', data: all.slice(start, end), has_more: start > 0, url };
  }
  const start = after ? indexOf(all, after, 'starting_after') + 1 : 0;
  const data = all.slice(start, start + limit);
  return { object: 'list', data, has_more: start + limit < all.length, url };
}

function indexOf(all: readonly { id: string }[], id: string, param: string): number {
  const index = all.findIndex((object) => object.id === id);
  if (index < 0) throw missing('object', id, param);
  return index;
}
