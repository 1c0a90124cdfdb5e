import type { CallerKind, ParamsOf, Route } from '@filemill/api';
import { parseOrThrow } from '@filemill/platform';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { callerOf, type IdentifiedRequest } from '../identity/caller.guard.js';
import type { GuestCaller, LinkCaller, UserCaller } from '../identity/caller.js';

/** The sender of a call, by the kinds that may call; undefined if everybody may. */
type CallerOf<Kind extends CallerKind> = [Kind] extends [never]
  ? undefined
  : Kind extends 'guest'
    ? GuestCaller
    : Kind extends 'link'
      ? LinkCaller
      : UserCaller;

/** The output of a schema; the other type without one. */
type Parsed<Schema, Otherwise> = Schema extends z.ZodType ? z.output<Schema> : Otherwise;

/** A call of a route: what its declaration describes, validated. */
export interface CallOf<R extends Route> {
  readonly request: FastifyRequest;
  readonly caller: CallerOf<R['callers'][number]>;
  readonly params: Parsed<R['params'], ParamsOf<R>>;
  readonly query: Parsed<R['query'], unknown>;
  /** JSON; any other content as Fastify's parser gives it. */
  readonly body: Parsed<R['body'], unknown>;
}

/** @throws {AppError} INVALID_REQUEST with the fields that the declaration refuses */
export function readCall<R extends Route>(route: R, request: IdentifiedRequest): CallOf<R> {
  const call = {
    request,
    caller: route.callers.length > 0 ? callerOf(request) : undefined,
    params: parsed(route.params, request.params),
    query: parsed(route.query, request.query),
    body: parsed(route.body, request.body),
  };
  // The compiler cannot follow a generic route to the types of its schemas.
  return call as unknown as CallOf<R>;
}

const parsed = (schema: Route['body'], data: unknown): unknown =>
  schema instanceof z.ZodType ? parseOrThrow(schema, data) : data;
