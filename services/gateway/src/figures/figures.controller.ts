import { routes, type Statistics, type SystemStatus as Status } from '@filemill/api';
import { USAGE, type UsageClient } from '@filemill/contracts';
import type { PlansView } from '@filemill/plans';
import { BYTES_PER_MB } from '@filemill/product';
import { Controller, Inject } from '@nestjs/common';
import { Cached } from '../clients/cached.js';
import { PlanTables } from '../plans/plan-tables.js';
import { Handles } from '../routes/handles.js';
import { SystemStatus } from './system-status.js';

const STATISTICS_TTL_MS = 60_000;

/** Public figures. */
@Controller()
export class FiguresController {
  private readonly cachedStatistics: Cached<Statistics>;

  constructor(
    @Inject(USAGE) usage: UsageClient,
    private readonly planTables: PlanTables,
    private readonly systemStatus: SystemStatus,
  ) {
    this.cachedStatistics = new Cached(STATISTICS_TTL_MS, async () => {
      const totals = await usage.getStatistics({});
      return {
        totalConversions: totals.totalConversions,
        totalDataProcessedMB: Math.round((totals.totalDataProcessedBytes / BYTES_PER_MB) * 100) / 100,
      };
    });
  }

  @Handles(routes.getPlans)
  plans(): Promise<PlansView> {
    return this.planTables.get();
  }

  @Handles(routes.getStatistics)
  statistics(): Promise<Statistics> {
    return this.cachedStatistics.get();
  }

  @Handles(routes.getSystemStatus)
  status(): Promise<Status> {
    return this.systemStatus.get();
  }
}
