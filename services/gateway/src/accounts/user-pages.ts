import type { UserPage } from '@filemill/api';
import { ACCOUNTS, type AccountsClient, USAGE, type UsageClient, type usage } from '@filemill/contracts';
import { AppError } from '@filemill/errors';
import { type Clock, type Logger, RUNTIME, type Runtime } from '@filemill/platform';
import { readOwnerVersion } from '@filemill/queue';
import { Inject, Injectable } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { LRUCache } from 'lru-cache';
import { REDIS } from '../clients/clients.module.js';
import { ActivityPresenter } from '../history/activity-presenter.js';
import { ownerOf, rejectDeletedAccount, type UserCaller } from '../identity/caller.js';
import { PlanTables } from '../plans/plan-tables.js';
import { presentUsage, presentUser } from './account-presenter.js';

/** Maximum age of a body whose version stays the same; a version itself expires after 30 s. */
const TTL_MS = 30_000;
/** Number of cached bodies, one per user; one takes about 6 kB. */
const MAX_BODIES = 2_000;

/** The body of `GET /api/user`: the same for the same version of everything that the user sees. */
@Injectable()
export class UserPages {
  private readonly clock: Clock;
  private readonly logger: Logger;
  /** By user. */
  private readonly bodies = new LRUCache<string, { readonly etag: string; readonly json: string }>({
    max: MAX_BODIES,
    ttl: TTL_MS,
  });

  constructor(
    @Inject(ACCOUNTS) private readonly accounts: AccountsClient,
    @Inject(USAGE) private readonly usage: UsageClient,
    @Inject(REDIS) private readonly redis: Redis,
    @Inject(RUNTIME) runtime: Runtime,
    private readonly plans: PlanTables,
    private readonly presenter: ActivityPresenter,
  ) {
    this.clock = runtime.clock;
    this.logger = runtime.logger;
  }

  /** The version of the user's page; undefined while Redis, which stores it, is unreachable. */
  async etag({ userId }: UserCaller): Promise<string | undefined> {
    const plans = await this.plans.get();
    try {
      const version = await readOwnerVersion(this.redis, this.clock.nowMs(), 'user', userId);
      return `W/"${userId}.${version}.${plans.version}"`;
    } catch (err) {
      this.logger.debug({ err }, 'no version of a user');
      return undefined;
    }
  }

  /**
   * The page as JSON.
   *
   * @param etag - read before; the body of a version is read from the services once
   */
  async json(caller: UserCaller, etag: string | undefined): Promise<string> {
    const known = this.bodies.get(caller.userId);
    if (known && known.etag === etag) return known.json;
    const [page, ttl] = await this.read(caller);
    const json = JSON.stringify(page);
    if (etag !== undefined && ttl > 0) this.bodies.set(caller.userId, { etag, json }, { ttl });
    return json;
  }

  /** The page, and for how many ms it stays valid without changes. */
  private async read(caller: UserCaller): Promise<[UserPage, number]> {
    const nowMs = this.clock.nowMs();
    const [{ plans }, { user }, overview] = await Promise.all([
      this.plans.get(),
      this.accounts.getUser({ userId: caller.userId }).catch(rejectDeletedAccount),
      this.usage.getOverview({ owner: ownerOf(caller) }),
    ]);
    if (!user) throw new AppError('NOT_FOUND', { what: 'This user' });
    const page = {
      user: presentUser(user),
      usage: presentUsage(plans, user.plan, overview),
      recentActivity: await Promise.all(overview.recent.map((row) => this.presenter.presentActivity(row))),
    };
    return [page, Math.min(TTL_MS, nextChangeMs(overview, nowMs) - nowMs)];
  }
}

/** When the next shown link expires or the next month begins, Unix ms. */
const nextChangeMs = ({ recent, resetsAtMs }: usage.GetOverviewResponse, nowMs: number): number =>
  Math.min(resetsAtMs, ...recent.map(({ expiresAtMs }) => expiresAtMs).filter((atMs) => atMs > nowMs));
