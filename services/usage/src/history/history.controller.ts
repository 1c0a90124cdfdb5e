import type { usage } from '@filemill/contracts';
import { ZodPipe } from '@filemill/platform';
import { Controller } from '@nestjs/common';
import { GrpcMethod, Payload } from '@nestjs/microservices';
import {
  type CountByUserRequest,
  countByUserSchema,
  type GetAnalyticsRequest,
  type GetOverviewRequest,
  getAnalyticsSchema,
  getOverviewSchema,
  type ListConversionsRequest,
  type ListRecentConversionsRequest,
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
    @Payload(new ZodPipe(getOverviewSchema)) request: GetOverviewRequest,
  ): Promise<usage.GetOverviewResponse> {
    return this.history.overview(request);
  }

  @GrpcMethod('UsageService', 'ListConversions')
  listConversions(
    @Payload(new ZodPipe(listConversionsSchema)) request: ListConversionsRequest,
  ): Promise<usage.ListConversionsResponse> {
    return this.history.list(request);
  }

  @GrpcMethod('UsageService', 'GetAnalytics')
  getAnalytics(
    @Payload(new ZodPipe(getAnalyticsSchema)) request: GetAnalyticsRequest,
  ): Promise<usage.GetAnalyticsResponse> {
    return this.history.analytics(request);
  }

  @GrpcMethod('UsageService', 'ListRecentConversions')
  listRecentConversions(
    @Payload(new ZodPipe(listRecentConversionsSchema)) request: ListRecentConversionsRequest,
  ): Promise<usage.ListRecentConversionsResponse> {
    return this.history.recent(request);
  }

  @GrpcMethod('UsageService', 'CountByUser')
  countByUser(
    @Payload(new ZodPipe(countByUserSchema)) request: CountByUserRequest,
  ): Promise<usage.CountByUserResponse> {
    return this.history.countByUser(request);
  }
}
