import { AppError } from '@filemill/errors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { routeOf } from '../http/routes.js';
import { apiKeyOf } from '../identity/credentials.js';
import type { RateLimitGate } from '../rate-limits/rate-limit-gate.js';
import type { CrowdGate } from '../uploads/crowd-gate.js';

/**
 * Refusals before the body is read, for existing and unknown routes: crowds, callers over their limits, and
 * pages of other sites. Runs after the hooks that set headers.
 */
export function installGates(
  fastify: FastifyInstance,
  options: { publicUrl: string; limits: Pick<RateLimitGate, 'admit'>; crowdGate: CrowdGate },
): void {
  const publicOrigin = new URL(options.publicUrl).origin;
  fastify.addHook('onRequest', (request, _reply, done) => {
    const { method, headers, routeOptions } = request;
    const route = routeOf(method, routeOptions.url);
    if (route?.takesFile) {
      // Checked again before the work begins, because many uploads arrive at the same time.
      const caller = route.callers.includes('guest') ? 'guest' : 'user';
      options.crowdGate.refuseIfCrowded(caller, apiKeyOf(request) ?? headers.authorization);
    }
    done();
  });
  fastify.addHook('onRequest', (request, reply) => options.limits.admit(request, reply));
  fastify.addHook('onRequest', (request, _reply, done) => done(refuseForeignOrigin(request, publicOrigin)));
}

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses a call from a page of another site: a changing method with an `Origin` that is neither the public
 * one nor the requested host. API clients send no Origin and are accepted.
 */
function refuseForeignOrigin(request: FastifyRequest, publicOrigin: string): AppError | undefined {
  const origin = request.headers.origin;
  if (origin === undefined || SAFE_METHODS.has(request.method)) return undefined;
  if (origin === publicOrigin) return undefined;
  const host = URL.canParse(origin) ? new URL(origin).host : undefined;
  return host !== undefined && host === request.headers.host ? undefined : new AppError('FORBIDDEN');
}
