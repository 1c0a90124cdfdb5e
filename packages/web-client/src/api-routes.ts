import type * as api from '@filemill/api';
import type { z } from 'zod';

/** The groups of routes that `packages/api` declares. Only their types are imported: schemas stay out of the bundles. */
type Groups = Pick<typeof api, Extract<keyof typeof api, `${string}Api`>>;
type DeclaredRoute = { [Name in keyof Groups]: Groups[Name][keyof Groups[Name]] }[keyof Groups];

/** Methods of the API. */
export type Method = DeclaredRoute['method'];
/** Paths that can be called with a method, as they are declared: parameters are written `{name}`. */
export type PathOf<M extends Method = Method> = Extract<DeclaredRoute, { method: M }>['path'];
/** The declaration of a method and a path. */
export type RouteAt<M extends Method, Path extends PathOf> = Extract<
  DeclaredRoute,
  { method: M; path: Path }
>;

type NamesIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;

/** Values of the parameters in a path; those without a schema are UUIDs. */
type ParamsOf<Path extends PathOf> =
  Extract<DeclaredRoute, { path: Path }> extends { params: infer Params extends z.ZodType }
    ? z.input<Params>
    : { readonly [Name in NamesIn<Path>]: string };

/** What is written into the query; a name whose value is undefined is left out. */
type QueryOf<Query extends z.ZodType> = {
  readonly [Name in keyof z.input<Query>]: z.output<Query>[Name & keyof z.output<Query>];
};

/** A member that can be left out if all of its own members can. */
type Member<Name extends string, Value> =
  Partial<Value> extends Value ? { readonly [N in Name]?: Value } : { readonly [N in Name]: Value };

/** What a call must say of its path. */
export type PathInput<Path extends PathOf> = [NamesIn<Path>] extends [never]
  ? unknown
  : Member<'params', ParamsOf<Path>>;

/** What a call of a route sends: path parameters, query, headers and JSON body, as far as the route has them. */
export type RouteInput<M extends Method, Path extends PathOf> = PathInput<Path> &
  (RouteAt<M, Path> extends { query: infer Query extends z.ZodType }
    ? Member<'query', QueryOf<Query>>
    : unknown) &
  (RouteAt<M, Path> extends { headers: infer Headers extends z.ZodType }
    ? Member<'headers', z.input<Headers>>
    : unknown) &
  (RouteAt<M, Path> extends { body: infer Body extends z.ZodType }
    ? { readonly body: z.input<Body> }
    : unknown);

type JsonIn<Answer> = Answer extends z.ZodType
  ? z.output<Answer>
  : Answer extends { content: { 'application/json': infer Schema extends z.ZodType } }
    ? z.output<Schema>
    : never;

type JsonOf<Route> = Route extends { answers: infer Answers } ? JsonIn<Answers[keyof Answers]> : never;

/** The JSON of an answer; undefined for a route whose answers have none. */
export type AnswerOf<M extends Method, Path extends PathOf> = [JsonOf<RouteAt<M, Path>>] extends [never]
  ? undefined
  : JsonOf<RouteAt<M, Path>>;
