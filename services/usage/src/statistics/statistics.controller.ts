import type { usage } from '@filemill/contracts';
import { ZodPipe } from '@filemill/platform';
import { Controller } from '@nestjs/common';
import { GrpcMethod, Payload } from '@nestjs/microservices';
import { z } from 'zod';
import { instantMs } from '../conversions/dto.js';
import { StatisticsRepository } from './statistics.repository.js';

const countConversionsSchema = z.object({ sinceMs: instantMs });

/** The rpcs for counts of conversions. */
@Controller()
export class StatisticsController implements Pick<usage.UsageService, 'getStatistics' | 'countConversions'> {
  constructor(private readonly statistics: StatisticsRepository) {}

  @GrpcMethod('UsageService', 'GetStatistics')
  async getStatistics(): Promise<usage.GetStatisticsResponse> {
    const { conversions, inputBytes } = await this.statistics.totals();
    return { totalConversions: conversions, totalDataProcessedBytes: inputBytes };
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
