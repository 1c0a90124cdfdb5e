import { AppError } from '@filemill/errors';
import type { FastifyRequest } from 'fastify';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses a call from a page of another site: a changing method with an `Origin` that is neither the public
 * one nor the requested host. API clients send no Origin and are accepted.
 */
export function refuseForeignOrigin(request: FastifyRequest, publicOrigin: string): AppError | undefined {
  const origin = request.headers.origin;
  if (origin === undefined || SAFE_METHODS.has(request.method)) return undefined;
  if (origin === publicOrigin) return undefined;
  const host = URL.canParse(origin) ? new URL(origin).host : undefined;
  return host !== undefined && host === request.headers.host ? undefined : new AppError('FORBIDDEN');
}
