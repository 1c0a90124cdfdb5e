import type { Route } from '@filemill/api';
import { CODES, type Code, publicCode } from '@filemill/errors';
import { z } from 'zod';
import type { ZodOpenApiResponseObject } from 'zod-openapi';

const codes = Object.keys(CODES) as Code[];

const errorSchema = z.looseObject({
  code: z.enum(codes.map(publicCode)).meta({ description: 'Stable, for programs' }),
  message: z.string(),
  requestId: z.string(),
});
const bodyOf = (error: z.ZodObject) =>
  z.object({
    status: z.literal('error'),
    message: z.string().meta({ description: 'For people' }),
    error,
  });

/** The body of every error. */
const errorBodySchema = bodyOf(errorSchema).meta({
  id: 'Error',
  description: 'An error; beside the code stand its details, such as `fields`, `limit`, `used`',
});

/** The body of a 429, which also contains the limit that was reached. */
const limitBodySchema = bodyOf(
  errorSchema.extend({
    limit: z.number(),
    used: z.number(),
    resetAt: z.iso.datetime().meta({ description: 'When to try again' }),
  }),
).meta({ id: 'LimitError', description: 'A limit that is reached, and until when' });

const SAFE_METHODS = new Set(['GET', 'HEAD']);

/**
 * All codes that a route may answer: those it declares and those that follow from its form.
 */
export function codesOf(route: Route): Set<Code> {
  const { method, path } = route;
  const result = new Set<Code>(['RATE_LIMITED', 'INTERNAL', 'UNAVAILABLE', ...(route.errors ?? [])]);
  const hasInput = route.body ?? route.query ?? route.headers ?? route.params;
  if (hasInput || route.callers.includes('guest')) result.add('INVALID_REQUEST');
  if (path.includes('{')) result.add('INVALID_REQUEST').add('NOT_FOUND');
  if (route.callers.length > 0) result.add('UNAUTHENTICATED').add('SUSPENDED');
  // Calls from pages of other sites are refused if they change something.
  if (route.callers.includes('admin') || !SAFE_METHODS.has(method)) result.add('FORBIDDEN');
  return result;
}

/** The answers with these codes, one for each HTTP status. */
export function errorAnswers(of: ReadonlySet<Code>): Record<string, ZodOpenApiResponseObject> {
  const byStatus = Map.groupBy(
    codes.filter((code) => of.has(code)),
    (code) => CODES[code].http,
  );
  return Object.fromEntries([...byStatus].map(([status, named]) => [`${status}`, answer(status, named)]));
}

const answer = (status: number, named: readonly Code[]): ZodOpenApiResponseObject => ({
  description: named.map((code) => `\`${publicCode(code)}\``).join(', '),
  content: { 'application/json': { schema: status === 429 ? limitBodySchema : errorBodySchema } },
  ...((status === 429 || status === 503) && {
    headers: { 'Retry-After': { description: 'Seconds', schema: { type: 'integer' } } },
  }),
});
