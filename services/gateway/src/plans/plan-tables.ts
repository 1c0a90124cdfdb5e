import { type PlansView, planTableSchema } from '@filemill/plans';
import { type Logger, RUNTIME, type Runtime } from '@filemill/platform';
import { Inject, Injectable } from '@nestjs/common';
import { USAGE, type UsageClient } from '../clients/clients.module.js';
import { Cached } from '../figures/cached.js';

/** Well within the 60 s in which a changed plan table must show everywhere. */
const TTL_MS = 15_000;

/** The plan table in force. */
@Injectable()
export class PlanTables {
  private readonly logger: Logger;
  private readonly cached: Cached<PlansView>;
  private last: PlansView | undefined;

  constructor(@Inject(USAGE) usage: UsageClient, @Inject(RUNTIME) runtime: Runtime) {
    this.logger = runtime.logger;
    this.cached = new Cached(TTL_MS, async () => {
      const { version, plansJson } = await usage.getPlans({});
      return { version, plans: planTableSchema.parse(JSON.parse(plansJson)) };
    });
  }

  /** The last known one while usage does not answer. @throws {AppError} UNAVAILABLE if there is none yet */
  async get(): Promise<PlansView> {
    try {
      this.last = await this.cached.get();
    } catch (err) {
      if (!this.last) throw err;
      this.logger.warn({ err }, 'the plan table is an old one');
    }
    return this.last;
  }
}
