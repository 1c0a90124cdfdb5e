import { AppError } from '@filemill/errors';
import { DEFAULT_PLANS, type Plan, type PlansView, type PlanTable, planTableSchema } from '@filemill/plans';
import { type Clock, type Logger, RUNTIME, type Runtime } from '@filemill/platform';
import type { PlanId } from '@filemill/product';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { Redis } from 'ioredis';
import { PlansRepository } from './plans.repository.js';

/** Redis channel on which a new version of the plan table is announced to the other instances. */
export const PLANS_CHANNEL = 'plans';

/** The current plan table, from which this service reads every limit. */
@Injectable()
export class PlansService implements OnModuleInit {
  private readonly clock: Clock;
  private readonly logger: Logger;
  private inForce: PlansView = { version: 1, plans: DEFAULT_PLANS };

  constructor(
    private readonly stored: PlansRepository,
    private readonly redis: Redis,
    @Inject(RUNTIME) runtime: Runtime,
  ) {
    this.clock = runtime.clock;
    this.logger = runtime.logger;
  }

  get view(): PlansView {
    return this.inForce;
  }

  get table(): PlanTable {
    return this.inForce.plans;
  }

  plan(id: PlanId): Plan {
    return this.inForce.plans[id];
  }

  /**
   * An earlier version of the table; the first one is the default.
   *
   * @throws {AppError} NOT_FOUND for a version that never existed
   */
  async earlier(version: number): Promise<PlansView> {
    const stored = await this.stored.find(version);
    if (stored) return { version, plans: planTableSchema.parse(stored.plans) };
    if (version !== 1) throw new AppError('NOT_FOUND', { what: 'This version' });
    return { version, plans: DEFAULT_PLANS };
  }

  /** An instance that cannot read the table does not start: the defaults may allow more than the current table. */
  async onModuleInit(): Promise<void> {
    await this.refresh();
  }

  /**
   * Reads the newest table.
   *
   * @throws {Error} if it cannot be read or is invalid; the last one then stays current
   */
  async refresh(): Promise<void> {
    const newer = await this.stored.newerThan(this.inForce.version);
    if (newer) this.take({ version: newer.version, plans: planTableSchema.parse(newer.plans) });
  }

  /**
   * Applies a table: here at once, in other instances when they receive the announcement or read it themselves.
   *
   * @param version - of the table that it was made from
   * @param userId - administrator who made it
   * @returns the table with its new version
   * @throws {AppError} INVALID_REQUEST if the table it was edited from is not the newest
   */
  async put({ version, plans }: PlansView, userId: string): Promise<PlansView> {
    if (!(await this.stored.add(version, plans, userId, this.clock.nowMs()))) {
      await this.refresh();
      const rule = `not the current one, which is ${this.inForce.version}: look at it first`;
      throw new AppError('INVALID_REQUEST', { fields: { version: rule } });
    }
    const made: PlansView = { version: version + 1, plans };
    this.take(made);
    this.redis
      .publish(PLANS_CHANNEL, String(made.version))
      .catch((err: unknown) => this.logger.warn({ err }, 'new plan table not announced'));
    return made;
  }

  /** Never goes back to an older version, if an earlier read answers later. */
  private take(view: PlansView): void {
    if (view.version <= this.inForce.version) return;
    this.inForce = view;
    this.logger.info({ version: view.version }, 'plan table in force');
  }
}
