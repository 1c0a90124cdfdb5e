import type { admin } from '@filemill/contracts';
import { ZodPipe } from '@filemill/platform';
import { Controller } from '@nestjs/common';
import { GrpcMethod, Payload } from '@nestjs/microservices';
import { type PeriodRequest, periodRequestSchema } from '../dto.js';
import { StatisticsService } from './statistics.service.js';

/** The rpcs for statistics. */
@Controller()
export class StatisticsController implements Pick<admin.AdminService, 'getStats' | 'getSeries'> {
  constructor(private readonly statistics: StatisticsService) {}

  @GrpcMethod('AdminService', 'GetStats')
  getStats(
    @Payload(new ZodPipe(periodRequestSchema)) { periodDays }: PeriodRequest,
  ): Promise<admin.GetStatsResponse> {
    return this.statistics.stats(periodDays);
  }

  @GrpcMethod('AdminService', 'GetSeries')
  getSeries(
    @Payload(new ZodPipe(periodRequestSchema)) { periodDays }: PeriodRequest,
  ): Promise<admin.GetSeriesResponse> {
    return this.statistics.series(periodDays);
  }
}
