import type { PlansView } from '@filemill/plans';
import { exemptAddresses } from '@filemill/platform';
import { Inject, Injectable } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { RATE_LIMIT_REDIS, REDIS } from '../clients/clients.module.js';
import { GATEWAY_CONFIG, type GatewayConfig } from '../config.js';
import type { UserCaller } from '../identity/caller.js';
import { PlanTables } from '../plans/plan-tables.js';
import { Limiter, type RateLimitVerdict } from './limiter.js';
import { LocalLimiter } from './local-limiter.js';
import {
  ADDRESS_POLICIES,
  addressPolicyOf,
  conversionPolicyOf,
  isConversion,
  readPolicyOf,
  SITE_POLICY,
} from './policies.js';

/** Limiters of API keys, for one version of the plan table. */
interface KeyLimiters {
  readonly version: number;
  readonly conversions: Limiter;
  readonly reads: Limiter;
}

/** Counts calls by address and by API key, and requests to the site by address. */
@Injectable()
export class RateLimits {
  private readonly byAddress: ReadonlyMap<string, Limiter>;
  private readonly byPlan = new Map<string, KeyLimiters>();
  private readonly site = new LocalLimiter(SITE_POLICY);
  private readonly isExempt: (address: string) => boolean;

  constructor(
    @Inject(REDIS) private readonly redis: Redis,
    @Inject(RATE_LIMIT_REDIS) private readonly buckets: Redis,
    @Inject(GATEWAY_CONFIG) config: GatewayConfig,
    private readonly plans: PlanTables,
  ) {
    this.byAddress = new Map(ADDRESS_POLICIES.map((policy) => [policy.name, new Limiter(redis, policy)]));
    this.isExempt = exemptAddresses(config.RATE_LIMIT_EXEMPT);
  }

  /**
   * @param address - from `networkAddress`
   * @param route - pattern of its path
   * @returns undefined for an address that is not counted
   */
  async countAddress(address: string, method: string, route: string): Promise<RateLimitVerdict | undefined> {
    if (this.isExempt(address)) return undefined;
    return this.byAddress.get(addressPolicyOf(method, route).name)?.count(address);
  }

  /**
   * Counts a page or file of the site. Not in Redis, because the site works without it.
   *
   * @param address - from `networkAddress`
   * @returns undefined for an address that is not counted
   */
  countSite(address: string): RateLimitVerdict | undefined {
    return this.isExempt(address) ? undefined : this.site.count(address);
  }

  /**
   * Counts a call with an API key, by its user, because a new key gives no new allowance.
   *
   * @returns undefined if the plan has no rates
   * @throws {AppError} UNAVAILABLE while the plan table has never been read
   */
  async countKey(caller: UserCaller, method: string, route: string): Promise<RateLimitVerdict | undefined> {
    const limiters = this.limitersOf(await this.plans.get(), caller.plan);
    return limiters?.[isConversion(method, route) ? 'conversions' : 'reads'].count(caller.userId);
  }

  private limitersOf({ version, plans }: PlansView, plan: string): KeyLimiters | undefined {
    const rates = plans[plan as keyof typeof plans]?.api;
    if (!rates) return undefined;
    const known = this.byPlan.get(plan);
    if (known?.version === version) return known;
    const limiters = {
      version,
      conversions: new Limiter(this.buckets, conversionPolicyOf(rates), rates),
      reads: new Limiter(this.redis, readPolicyOf(rates)),
    };
    this.byPlan.set(plan, limiters);
    return limiters;
  }
}
