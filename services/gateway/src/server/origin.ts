import { AppError } from '@filemill/errors';
import type { FastifyRequest } from 'fastify';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * The refusal of a call that another site's page made: a changing method with an `Origin` that is neither the public
 * one nor the host asked for. Programs send no Origin and pass.
 */
export function refuseForeignOrigin(request: FastifyRequest, publicOrigin: string): AppError | undefined {
  const origin = request.headers.origin;
  if (origin === undefined || SAFE_METHODS.has(request.method)) return undefined;
  if (origin === publicOrigin) return undefined;
  const host = URL.canParse(origin) ? new URL(origin).host : undefined;
  return host !== undefined && host === request.headers.host ? undefined : new AppError('FORBIDDEN');
}
