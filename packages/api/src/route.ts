import type { Code } from '@filemill/errors';
import type { z } from 'zod';

/** Groups of calls in the API documentation, in the order in which it shows them. */
export const TAGS = {
  Conversions: 'Files in, results out',
  Catalogue: 'What can be converted into what, plans and public figures',
  Accounts: 'Users, sessions and API keys',
  Billing: 'Subscriptions',
  Admin: 'For administrators',
} as const;

/**
 * One way to be let in. `bearer`: token of a signed-in user; `apiKey`: a header with a key; `guest`: a header or a field of
 * the form with a fingerprint; `link`: the signed token that a link carries; `admin`: bearer of an administrator.
 */
export type CallerKind = 'bearer' | 'apiKey' | 'guest' | 'link' | 'admin';

/** What the token of a link is signed for. */
export type LinkPurpose = 'download' | 'events' | 'zip';

/** A body that is not JSON, or that has several content types. `binary` is any sequence of bytes. */
export type Content = Readonly<Record<string, z.ZodType | 'binary' | 'text'>>;

/** An answer of a call: the schema of its JSON body; only a description if it has no body; or both, with headers. */
export type Answer =
  | z.ZodType
  | string
  | {
      readonly description: string;
      readonly content?: Content;
      /** Descriptions by header name. */
      readonly headers?: Readonly<Record<string, string>>;
    };

/** How many calls one address may make of a route. */
export interface RateLimit {
  /** Name of the limit in headers and in Redis keys. */
  readonly name: string;
  readonly limit: number;
  /** Time after which a client that has used the whole limit may use it again. */
  readonly windowSeconds: number;
}

/**
 * One route: its gateway handler binds it, `GET /api/openapi.json` prints it, and the edge reads its limits. Schemas are the
 * ones that the handler works with.
 */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Parameters are written `{name}`. */
  readonly path: `/api/${string}`;
  /** `operationId`, such as `registerUser`; names the function of a generated client. */
  readonly id: string;
  readonly tag: keyof typeof TAGS;
  readonly summary: string;
  readonly description?: string;
  /** Who may call; an empty list means everybody. */
  readonly callers: readonly CallerKind[];
  /** The purpose that the token of a link must have; of routes that `link` may call. */
  readonly link?: LinkPurpose;
  /** Path parameters; if absent, a UUID named `id` that the handler checks. */
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  /** Headers beyond those of the callers, in lower case. */
  readonly headers?: z.ZodObject;
  /** JSON, or other content by its type. */
  readonly body?: z.ZodType | Content;
  /** By HTTP status, successes and redirections only. */
  readonly answers: Readonly<Record<number, Answer>>;
  /** How long everybody may cache a success, in seconds; if absent, nobody may, unless the handler says otherwise. */
  readonly cacheSeconds?: number;
  /** Codes beyond those that follow from the rest; see `codesOf`. */
  readonly errors?: readonly Code[];
  /** By address, instead of the limit of all calls. */
  readonly rateLimit?: RateLimit;
  /** Whether the body carries a file; then an overloaded gateway refuses the call before it reads the body. */
  readonly takesFile?: true;
  /** Whether its duration depends on the caller's connection, a conversion or a stream, and so is no measure of the service. */
  readonly untimed?: true;
}

/** A route as its file declares it; {@link defineRoutes} adds its name and, if it has none, the tag of its file. */
type RouteDeclaration = Omit<Route, 'id' | 'tag'> & Partial<Pick<Route, 'tag'>>;

/** Declares the routes of a resource by their names, and keeps the types of their schemas. */
export function defineRoutes<
  const T extends keyof typeof TAGS,
  const D extends Readonly<Record<string, RouteDeclaration>>,
>(tag: T, declarations: D) {
  const routes = Object.entries(declarations).map(([id, route]) => [id, { tag, ...route, id }]);
  return Object.fromEntries(routes) as {
    readonly [Id in keyof D & string]: D[Id] & { id: Id; tag: keyof typeof TAGS };
  };
}
