import type { Code } from '@filemill/errors';
import { Reflector } from '@nestjs/core';
import type { z } from 'zod';

/** Groups of calls, as the pages of the API's documentation show them. */
export const TAGS = {
  Accounts: 'Users, sessions and API keys',
  Catalogue: 'What can be converted into what, plans and public figures',
  Conversions: 'Files in, results out',
  Billing: 'Subscriptions',
  Admin: 'For administrators',
} as const;

/**
 * One way to be let in. `bearer`: token of a signed-in user; `apiKey`: header X-API-Key; `guest`: header
 * X-Guest-Fingerprint; `link`: the signed token that a link carries; `admin`: bearer of an administrator.
 */
export type CallerKind = 'bearer' | 'apiKey' | 'guest' | 'link' | 'admin';

/** A body that is not JSON, or one of several forms of it. `binary` is any sequence of bytes. */
export type Content = Readonly<Record<string, z.ZodType | 'binary' | 'text'>>;

/** What a call answers: a JSON body; or only a sentence, for no body; or everything. */
export type Answer =
  | z.ZodType
  | string
  | {
      readonly description: string;
      readonly content?: Content;
      /** Name to what it says. */
      readonly headers?: Readonly<Record<string, string>>;
    };

/** One route as `GET /api/openapi.json` describes it. Schemas are the ones that the route itself works with. */
export interface RouteDescription {
  /** `operationId`, such as `registerUser`; names the function of a generated client. */
  readonly id: string;
  readonly tag: keyof typeof TAGS;
  readonly summary: string;
  readonly description?: string;
  /** Who may call; nobody named means everybody. */
  readonly callers: readonly CallerKind[];
  /** Parameters of the path that are not a UUID named `id`. */
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  /** Headers beyond those of the callers, in lower case. */
  readonly headers?: z.ZodObject;
  /** JSON, or other content by its type. */
  readonly body?: z.ZodType | Content;
  /** By HTTP status, successes and redirections only. */
  readonly answers: Readonly<Record<number, Answer>>;
  /** Codes beyond those that follow from the rest; see `codesOf`. */
  readonly errors?: readonly Code[];
}

/**
 * Describes a route in the OpenAPI document; stands beside `@Get()` and its like. A route without one fails
 * `openapi.int-spec.ts`.
 */
export const ApiRoute = Reflector.createDecorator<RouteDescription>();
