import { type List, page } from './lists.ts';
import type { Parsed, Rule, Shape } from './params.ts';
import { paging, range, text } from './rules.ts';
import type { TableName, Tables } from './store.ts';
import type { World } from './world.ts';

/** One call of Stripe's API. */
export interface Route<S extends Shape = Shape> {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Such as `/v1/customers/:id`. */
  readonly path: string;
  /** All that it takes besides `expand`. */
  readonly params: S;
  /**
   * @param id - of the path; empty if the path has none
   * @returns the answer as it is sent
   */
  handle(world: World, params: Parsed<S>, id: string): unknown;
}

/** Declares a call, with the types of its parameters. */
export const defineRoute = <S extends Shape>(route: Route<S>): Route => route;

/** The call that answers one object by its id. */
export const retrieveRoute = (path: string, table: TableName): Route => ({
  method: 'GET',
  path: `${path}/:id`,
  params: {},
  handle: (world, _params, id) => world.store.find(table, id),
});

/** A parameter that selects the objects of a list. */
export interface Filter<T> {
  readonly rule: Rule<unknown>;
  fits(object: T, wanted: unknown): boolean;
}

/** Declares a filter by the rule of its parameter and a test of each object. */
export const filter = <T, V>(rule: Rule<V>, fits: (object: T, wanted: V) => boolean): Filter<T> => ({
  rule,
  fits,
});

/** A filter for one value of a field. */
export const equals = <Field extends string>(
  field: Field,
  rule: Rule<unknown> = text(),
): Filter<{ [Name in Field]?: unknown }> => filter(rule, (object, wanted) => object[field] === wanted);

/** The filter for bounds of the time of creation. */
export const created = filter(
  range(),
  (
    { created: atS }: { created: number },
    { gt = -Infinity, gte = -Infinity, lt = Infinity, lte = Infinity },
  ) => atS > gt && atS >= gte && atS < lt && atS <= lte,
);

/** All objects of a table, newest first. */
export const rowsOf =
  <Name extends TableName>(table: Name) =>
  (world: World): Tables[Name][] =>
    world.store.newestFirst(table);

/**
 * The call that lists objects, newest first.
 *
 * @param select - what the filters choose from, by the parameters of the call
 * @param filters - by parameter
 */
export const listRoute = <T extends { id: string }>(
  path: string,
  select: (world: World, params: Record<string, unknown>) => T[],
  filters: Record<string, Filter<T>>,
): Route =>
  defineRoute({
    method: 'GET',
    path,
    params: {
      ...paging,
      ...Object.fromEntries(Object.entries(filters).map(([name, { rule }]) => [name, rule])),
    },
    handle(world, params): List<T> {
      const values: Record<string, unknown> = params;
      const wanted = Object.entries(filters).filter(([name]) => values[name] !== undefined);
      const selected = select(world, values).filter((object) =>
        wanted.every(([name, { fits }]) => fits(object, values[name])),
      );
      return page(path, selected, params);
    },
  });
