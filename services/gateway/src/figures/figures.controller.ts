import { type PlansView, planTableSchema } from '@filemill/plans';
import { Controller, Get, Header, Inject } from '@nestjs/common';
import { USAGE, type UsageClient } from '../clients/clients.module.js';
import { Cached } from './cached.js';
import { type SystemStatus, SystemStatusService } from './system-status.service.js';

const BYTES_PER_MB = 1_048_576;
/** Well within the 60 s in which a changed plan table must show everywhere. */
const PLANS_TTL_MS = 15_000;
const STATISTICS_TTL_MS = 60_000;

/** Body of `GET /api/statistics`. */
export interface Statistics {
  totalConversions: number;
  /** Input of completed conversions, two decimals. */
  totalDataProcessedMB: number;
}

/** Figures that everybody may see. */
@Controller('api')
export class FiguresController {
  private readonly cachedPlans: Cached<PlansView>;
  private readonly cachedStatistics: Cached<Statistics>;

  constructor(
    @Inject(USAGE) usage: UsageClient,
    private readonly systemStatus: SystemStatusService,
  ) {
    this.cachedPlans = new Cached(PLANS_TTL_MS, async () => {
      const { version, plansJson } = await usage.getPlans({});
      return { version, plans: planTableSchema.parse(JSON.parse(plansJson)) };
    });
    this.cachedStatistics = new Cached(STATISTICS_TTL_MS, async () => {
      const totals = await usage.getStatistics({});
      return {
        totalConversions: totals.totalConversions,
        totalDataProcessedMB: Math.round((totals.totalDataProcessedBytes / BYTES_PER_MB) * 100) / 100,
      };
    });
  }

  @Get('plans')
  @Header('cache-control', 'public, max-age=15')
  plans(): Promise<PlansView> {
    return this.cachedPlans.get();
  }

  @Get('statistics')
  @Header('cache-control', 'public, max-age=60')
  statistics(): Promise<Statistics> {
    return this.cachedStatistics.get();
  }

  @Get('system-status')
  @Header('cache-control', 'no-store')
  status(): Promise<SystemStatus> {
    return this.systemStatus.get();
  }
}
