import type { usage } from '@filemill/contracts';
import { ZodPipe } from '@filemill/platform';
import { Controller } from '@nestjs/common';
import { GrpcMethod, Payload } from '@nestjs/microservices';
import {
  type CountByUser,
  countByUserSchema,
  type GetAnalytics,
  type GetOverview,
  getAnalyticsSchema,
  getOverviewSchema,
  type ListConversions,
  type ListRecentConversions,
  listConversionsSchema,
  listRecentConversionsSchema,
} from './dto.js';
import { HistoryService } from './history.service.js';

/** The rpcs for users' pages and administrators' lists. */
@Controller()
export class HistoryController
  implements
    Pick<
      usage.UsageService,
      'getOverview' | 'listConversions' | 'getAnalytics' | 'listRecentConversions' | 'countByUser'
    >
{
  constructor(private readonly history: HistoryService) {}

  @GrpcMethod('UsageService', 'GetOverview')
  getOverview(
    @Payload(new ZodPipe(getOverviewSchema)) request: GetOverview,
  ): Promise<usage.GetOverviewResponse> {
    return this.history.overview(request);
  }

  @GrpcMethod('UsageService', 'ListConversions')
  listConversions(
    @Payload(new ZodPipe(listConversionsSchema)) request: ListConversions,
  ): Promise<usage.ListConversionsResponse> {
    return this.history.list(request);
  }

  @GrpcMethod('UsageService', 'GetAnalytics')
  getAnalytics(
    @Payload(new ZodPipe(getAnalyticsSchema)) request: GetAnalytics,
  ): Promise<usage.GetAnalyticsResponse> {
    return this.history.analytics(request);
  }

  @GrpcMethod('UsageService', 'ListRecentConversions')
  listRecentConversions(
    @Payload(new ZodPipe(listRecentConversionsSchema)) request: ListRecentConversions,
  ): Promise<usage.ListRecentConversionsResponse> {
    return this.history.recent(request);
  }

  @GrpcMethod('UsageService', 'CountByUser')
  countByUser(
    @Payload(new ZodPipe(countByUserSchema)) request: CountByUser,
  ): Promise<usage.CountByUserResponse> {
    return this.history.countByUser(request);
  }
}
