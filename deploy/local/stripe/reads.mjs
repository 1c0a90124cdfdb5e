import { page } from './lists.mjs';
import { paging, range, text } from './params.mjs';

/** The call that answers one object by its id. */
export const retrieveRoute = (path, table, what) => ({
  method: 'GET',
  path: `${path}/:id`,
  params: {},
  handle: (world, _params, id) => world.store.find(table, what, id),
});

/**
 * The call that lists objects, newest first.
 *
 * @param {Record<string, [rule: object, fits: (object: object, wanted: unknown) => boolean]>} filters - by parameter
 * @param {(object: object, params: object) => boolean} [isListed] - whatever the filters say
 */
export const listRoute = (path, table, filters, isListed = () => true) => ({
  method: 'GET',
  path,
  params: {
    ...paging(),
    ...Object.fromEntries(Object.entries(filters).map(([name, [rule]]) => [name, rule])),
  },
  handle(world, params) {
    const wanted = Object.entries(filters).filter(([name]) => params[name] !== undefined);
    const fits = (object) =>
      isListed(object, params) && wanted.every(([name, [, test]]) => test(object, params[name]));
    return page(path, world.store.all(table).filter(fits), params);
  },
});

/** A filter for one value of a field. */
export const equals = (field, rule = text()) => [rule, (object, value) => object[field] === value];

/** The filter for bounds of the time of creation. */
export const created = [
  range(),
  ({ created: atS }, { gt = -Infinity, gte = -Infinity, lt = Infinity, lte = Infinity }) =>
    atS > gt && atS >= gte && atS < lt && atS <= lte,
];
