import { figuresApi, type Statistics, type SystemStatus } from '@filemill/api';
import { USAGE, type UsageClient } from '@filemill/contracts';
import { type PlansView } from '@filemill/plans';
import { BYTES_PER_MB } from '@filemill/product';
import { Controller, Header, Inject } from '@nestjs/common';
import { Handles } from '../http/handles.js';
import { PlanTables } from '../plans/plan-tables.js';
import { Cached } from './cached.js';
import { SystemStatusService } from './system-status.service.js';

const STATISTICS_TTL_MS = 60_000;

/** Public figures. */
@Controller()
export class FiguresController {
  private readonly cachedStatistics: Cached<Statistics>;

  constructor(
    @Inject(USAGE) usage: UsageClient,
    private readonly planTables: PlanTables,
    private readonly systemStatus: SystemStatusService,
  ) {
    this.cachedStatistics = new Cached(STATISTICS_TTL_MS, async () => {
      const totals = await usage.getStatistics({});
      return {
        totalConversions: totals.totalConversions,
        totalDataProcessedMB: Math.round((totals.totalDataProcessedBytes / BYTES_PER_MB) * 100) / 100,
      };
    });
  }

  @Handles(figuresApi.getPlans)
  @Header('cache-control', 'public, max-age=15')
  plans(): Promise<PlansView> {
    return this.planTables.get();
  }

  @Handles(figuresApi.getStatistics)
  @Header('cache-control', 'public, max-age=60')
  statistics(): Promise<Statistics> {
    return this.cachedStatistics.get();
  }

  @Handles(figuresApi.getSystemStatus)
  @Header('cache-control', 'no-store')
  status(): Promise<SystemStatus> {
    return this.systemStatus.get();
  }
}
