import { AppError } from '@filemill/errors';
import { type Clock, RUNTIME, type Runtime, startCounterAtZero } from '@filemill/platform';
import { rateLimitedError } from '@filemill/platform/rate-limiter';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { networkAddress } from '../http/address.js';
import { HTTP_METRICS, type HttpMetrics } from '../http/metrics.js';
import { rateLimitHeaders } from '../http/rate-limit-headers.js';
import type { UserCaller } from '../identity/caller.js';
import { apiKeyOf } from '../identity/credentials.js';
import { Identity } from '../identity/identity.js';
import type { RateLimitVerdict } from './limiter.js';
import { isConversion, POLICY_NAMES } from './policies.js';
import { RateLimits } from './rate-limits.js';

/**
 * Runs before every request, before its body is read or its route is known. A call with an API key is counted by its
 * key; every other call by its address, and also a call with an unknown key, so that nobody floods accounts with
 * guesses. Pages and files of the site are counted by address, separately from calls.
 */
@Injectable()
export class RateLimitGate {
  private readonly clock: Clock;

  constructor(
    private readonly limits: RateLimits,
    private readonly identity: Identity,
    @Inject(HTTP_METRICS) private readonly metrics: HttpMetrics,
    @Inject(RUNTIME) runtime: Runtime,
  ) {
    this.clock = runtime.clock;
    startCounterAtZero(metrics.rateLimitRefusals, { policy: POLICY_NAMES });
  }

  /** Counts a call; for a key it reports the limit in the headers of the answer. @throws {AppError} RATE_LIMITED */
  async admit(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { method } = request;
    const route = request.routeOptions.url ?? '';
    const address = networkAddress(request.ip);
    // The pattern is checked as well, because `/%61pi/` is the same path.
    if (!route.startsWith('/api/') && !request.url.startsWith('/api/')) {
      const verdict = this.limits.countSite(address);
      if (verdict && !verdict.allowed) this.refuse(verdict, reply);
      return;
    }
    const key = apiKeyOf(request);
    if (key === undefined || !this.identity.knows(key)) {
      const verdict = await this.limits.countAddress(address, method, route);
      if (verdict && !verdict.allowed) this.refuse(verdict, reply);
    }
    if (key === undefined) return;
    const caller = await this.callerOf(request);
    const verdict = caller && (await this.limits.countKey(caller, method, route));
    const outcome = !caller ? 'refused' : (verdict?.allowed ?? true) ? 'allowed' : 'limited';
    const action = isConversion(method, route) ? 'conversion' : 'read';
    this.metrics.apiKeyRequests.inc({ action, outcome });
    if (verdict?.allowed) reply.headers(rateLimitHeaders(verdict, this.clock.nowMs()));
    else if (verdict) this.refuse(verdict, reply);
  }

  /** The route's guard refuses an invalid key; public routes stay open to its sender. */
  private async callerOf(request: FastifyRequest): Promise<UserCaller | undefined> {
    try {
      return await this.identity.byKey(request);
    } catch (error) {
      if (error instanceof AppError) return undefined;
      throw error;
    }
  }

  private refuse(verdict: RateLimitVerdict, reply: FastifyReply): never {
    const nowMs = this.clock.nowMs();
    this.metrics.rateLimitRefusals.inc({ policy: verdict.policy.name });
    reply.headers(rateLimitHeaders(verdict, nowMs));
    throw rateLimitedError(verdict, nowMs);
  }
}
