import { AppError } from '@filemill/errors';
import { DEFAULT_PLANS, type Plan, type PlansView, type PlanTable, planTableSchema } from '@filemill/plans';
import { type Clock, type Logger, RUNTIME, type Runtime } from '@filemill/platform';
import type { PlanId } from '@filemill/product';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { Redis } from 'ioredis';
import { PlansRepository } from './plans.repository.js';

/** Redis channel on which a new version of the plan table is announced to the other instances. */
export const PLANS_CHANNEL = 'plans';

/** The plan table in force, which every limit in this service is read from. */
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
   * A table as it was in force once; the first are the defaults.
   *
   * @throws {AppError} NOT_FOUND for a version that never was
   */
  async earlier(version: number): Promise<PlansView> {
    const stored = await this.stored.find(version);
    if (stored) return { version, plans: planTableSchema.parse(stored.plans) };
    if (version !== 1) throw new AppError('NOT_FOUND', { what: 'This version' });
    return { version, plans: DEFAULT_PLANS };
  }

  /** An instance that does not know the table does not start: the defaults may allow what no longer is. */
  async onModuleInit(): Promise<void> {
    await this.refresh();
  }

  /**
   * Takes over the newest table.
   *
   * @throws {Error} if it cannot be read or is not valid; the last one then stays in force
   */
  async refresh(): Promise<void> {
    const newer = await this.stored.newerThan(this.inForce.version);
    if (newer) this.take({ version: newer.version, plans: planTableSchema.parse(newer.plans) });
  }

  /**
   * Puts a table in force: here at once, in other instances when they hear of it, or look by themselves.
   *
   * @param version - of the table that it was made from
   * @param userId - administrator who made it
   * @returns the table with its new version
   * @throws {AppError} INVALID_REQUEST if the table it was made from is no longer the newest
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

  /** Never goes back: an answer that was asked for earlier may come later. */
  private take(view: PlansView): void {
    if (view.version <= this.inForce.version) return;
    this.inForce = view;
    this.logger.info({ version: view.version }, 'plan table in force');
  }
}
