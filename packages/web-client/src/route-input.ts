import type { BodyOf, ParamsOf, PathOf, QueryOf, Route, RouteAt } from '@filemill/api';

// Only types are imported: the schemas of the routes stay out of what browsers load.

export type Method = Route['method'];

/** A member of an input: absent if a route has nothing of the kind, and optional if all of its own members are. */
type Member<Name extends string, Value> = [Value] extends [undefined]
  ? unknown
  : undefined extends Value
    ? { readonly [N in Name]?: Value }
    : Partial<Value> extends Value
      ? { readonly [N in Name]?: Value }
      : { readonly [N in Name]: Value };

/** In a query numbers are written as text; a name whose value is undefined is left out. */
type Sent<Query> = { readonly [Name in keyof Query]: Query[Name] | number };

/** What the address of a path needs. */
export type PathInput<Path extends PathOf> = Member<'params', ParamsOf<RouteAt<Method, Path>>>;

/** What a call of a route sends. */
export type RouteInput<R extends Route> = Member<'params', ParamsOf<R>> &
  Member<'query', QueryOf<R> extends undefined ? undefined : Sent<QueryOf<R>>> &
  Member<'body', BodyOf<R>>;
