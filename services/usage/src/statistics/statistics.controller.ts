import type { usage } from '@filemill/contracts';
import { Controller } from '@nestjs/common';
import { GrpcMethod } from '@nestjs/microservices';
import { StatisticsRepository } from './statistics.repository.js';

@Controller()
export class StatisticsController {
  constructor(private readonly statistics: StatisticsRepository) {}

  @GrpcMethod('UsageService', 'GetStatistics')
  async getStatistics(): Promise<usage.GetStatisticsResponse> {
    const { conversions, inputBytes } = await this.statistics.totals();
    return { totalConversions: conversions, totalDataProcessedBytes: inputBytes };
  }
}
