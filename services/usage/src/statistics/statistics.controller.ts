import type { usage } from '@filemill/contracts';
import { type Clock, RUNTIME, type Runtime, ZodPipe } from '@filemill/platform';
import { Controller, Inject } from '@nestjs/common';
import { GrpcMethod, Payload } from '@nestjs/microservices';
import { z } from 'zod';
import { instantMs } from '../conversions/dto.js';
import { PairFiguresRepository } from './pair-figures.repository.js';
import { StatisticsRepository } from './statistics.repository.js';

/** How far back the figures of pairs look. */
const PAIRS_MS = 30 * 24 * 3_600_000;

const countConversionsSchema = z.object({ sinceMs: instantMs });

/** The rpcs for counts of conversions. */
@Controller()
export class StatisticsController
  implements Pick<usage.UsageService, 'getStatistics' | 'countConversions' | 'getPairFigures'>
{
  private readonly clock: Clock;

  constructor(
    private readonly statistics: StatisticsRepository,
    private readonly pairs: PairFiguresRepository,
    @Inject(RUNTIME) { clock }: Runtime,
  ) {
    this.clock = clock;
  }

  @GrpcMethod('UsageService', 'GetStatistics')
  async getStatistics(): Promise<usage.GetStatisticsResponse> {
    const { conversions, inputBytes } = await this.statistics.totals();
    return { totalConversions: conversions, totalDataProcessedBytes: inputBytes };
  }

  @GrpcMethod('UsageService', 'GetPairFigures')
  async getPairFigures(): Promise<usage.GetPairFiguresResponse> {
    return { pairs: await this.pairs.since(this.clock.nowMs() - PAIRS_MS) };
  }

  @GrpcMethod('UsageService', 'CountConversions')
  async countConversions(
    @Payload(new ZodPipe(countConversionsSchema)) { sinceMs }: z.infer<typeof countConversionsSchema>,
  ): Promise<usage.CountConversionsResponse> {
    const [{ conversions }, days] = await Promise.all([
      this.statistics.totals(),
      this.statistics.days(sinceMs),
    ]);
    const completed = days.filter(({ outcome }) => outcome === 'completed');
    return {
      totalCompleted: conversions,
      completedSince: completed.reduce((sum, { count }) => sum + count, 0),
      days,
    };
  }
}
