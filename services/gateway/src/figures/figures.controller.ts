import { USAGE, type UsageClient } from '@filemill/contracts';
import { type PlansView, plansViewSchema } from '@filemill/plans';
import { Controller, Get, Header, Inject } from '@nestjs/common';
import { ApiRoute } from '../http/api-route.js';
import { PlanTables } from '../plans/plan-tables.js';
import { Cached } from './cached.js';
import { type Statistics, type SystemStatus, statisticsSchema, systemStatusSchema } from './dto.js';
import { SystemStatusService } from './system-status.service.js';

const BYTES_PER_MB = 1_048_576;
const STATISTICS_TTL_MS = 60_000;

/** Figures that everybody may see. */
@Controller('api')
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

  @Get('plans')
  @ApiRoute({
    id: 'getPlans',
    tag: 'Catalogue',
    summary: 'What each plan allows and costs',
    callers: [],
    answers: { 200: plansViewSchema.meta({ id: 'Plans' }) },
  })
  @Header('cache-control', 'public, max-age=15')
  plans(): Promise<PlansView> {
    return this.planTables.get();
  }

  @Get('statistics')
  @ApiRoute({
    id: 'getStatistics',
    tag: 'Catalogue',
    summary: 'Public totals',
    callers: [],
    answers: { 200: statisticsSchema },
  })
  @Header('cache-control', 'public, max-age=60')
  statistics(): Promise<Statistics> {
    return this.cachedStatistics.get();
  }

  @Get('system-status')
  @ApiRoute({
    id: 'getSystemStatus',
    tag: 'Catalogue',
    summary: 'Whether each part of the service answers',
    callers: [],
    answers: { 200: systemStatusSchema },
  })
  @Header('cache-control', 'no-store')
  status(): Promise<SystemStatus> {
    return this.systemStatus.get();
  }
}
