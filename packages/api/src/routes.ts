import type { z } from 'zod';
import { adminApi } from './admin.js';
import { billingApi } from './billing.js';
import { conversionsApi } from './conversions.js';
import { downloadsApi } from './downloads.js';
import { figuresApi } from './figures.js';
import { formatsApi } from './formats.js';
import { historyApi } from './history.js';
import { openApi } from './openapi.js';
import type { Route } from './route.js';
import { signInApi } from './sign-in.js';
import { userApi } from './user.js';

/** Every route of the API by its name. */
export const routes = {
  ...adminApi,
  ...billingApi,
  ...conversionsApi,
  ...downloadsApi,
  ...figuresApi,
  ...formatsApi,
  ...historyApi,
  ...openApi,
  ...signInApi,
  ...userApi,
};

/** Every route of the API, by path and method. */
export const ROUTES: readonly Route[] = Object.values<Route>(routes).toSorted(
  (a, b) => a.path.localeCompare(b.path, 'en') || a.method.localeCompare(b.method, 'en'),
);

type DeclaredRoute = (typeof routes)[keyof typeof routes];

/** The paths that a method has, with parameters as `{name}`. */
export type PathOf<M extends Route['method'] = Route['method']> = Extract<
  DeclaredRoute,
  { method: M }
>['path'];

/** The route with a method and a path, such as `RouteAt<'GET', '/api/user'>`. */
export type RouteAt<M extends Route['method'], P extends PathOf> = Extract<
  DeclaredRoute,
  { method: M; path: P }
>;

/** The schema of a JSON body, or of the form that carries a file; never without one. */
type SchemaOf<Body> = Body extends z.ZodType
  ? Body
  : Body extends { readonly 'application/json': infer Json extends z.ZodType }
    ? Json
    : Body extends { readonly 'multipart/form-data': infer Form extends z.ZodType }
      ? Form
      : never;

type AnswerSchemaOf<Answer> = SchemaOf<Answer extends { readonly content: infer Body } ? Body : Answer>;

/** A type, or undefined where it would be never. */
type OrUndefined<T> = [T] extends [never] ? undefined : T;

/** What a success of a route answers as JSON; undefined without a body, or if the body is no JSON. */
export type AnswerOf<R extends Route> = OrUndefined<
  { [Status in keyof R['answers']]: z.output<AnswerSchemaOf<R['answers'][Status]>> }[keyof R['answers']]
>;

/** What a caller sends as JSON, or as fields of a form; undefined if a route takes neither. */
export type BodyOf<R extends Route> = R extends { readonly body: infer Body }
  ? OrUndefined<z.input<SchemaOf<Body>>>
  : undefined;

/** What a caller may send in the query; undefined if a route has none. */
export type QueryOf<R extends Route> = R extends { readonly query: infer Query extends z.ZodType }
  ? z.input<Query>
  : undefined;

type ParamNames<Path> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamNames<Rest>
  : never;

/** The parameters in the path of a route, by their names. */
export type ParamsOf<R extends Route> = Readonly<Record<ParamNames<R['path']>, string>>;
