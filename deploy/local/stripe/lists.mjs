import { missing } from './faults.mjs';

/** A list object with all its elements, as objects contain them. */
export const wholeList = (url, data) => ({ object: 'list', data, has_more: false, url });

const DEFAULT_LIMIT = 10;

/**
 * One page of objects that are newest first.
 *
 * @param {string} url - of the list, such as `/v1/customers`
 * @param {object[]} all - that the filters let through
 * @param {{ limit?: number, starting_after?: string, ending_before?: string }} params - of the request
 */
export function page(url, all, { limit = DEFAULT_LIMIT, starting_after: after, ending_before: before }) {
  if (before) {
    const end = indexOf(all, before, 'ending_before');
    const start = Math.max(0, end - limit);
    return { object: 'list', data: all.slice(start, end), has_more: start > 0, url };
  }
  const start = after ? indexOf(all, after, 'starting_after') + 1 : 0;
  const data = all.slice(start, start + limit);
  return { object: 'list', data, has_more: start + limit < all.length, url };
}

function indexOf(all, id, param) {
  const index = all.findIndex((object) => object.id === id);
  if (index < 0) throw missing('object', id, param);
  return index;
}
