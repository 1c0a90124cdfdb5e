import { USAGE, type UsageClient } from '@filemill/contracts';
import { type Clock, RUNTIME, type Runtime, ZodPipe } from '@filemill/platform';
import { Controller, Get, Header, Inject, Query, UseGuards } from '@nestjs/common';
import type { z } from 'zod';
import { ApiRoute } from '../http/api-route.js';
import { BearerGuard, CurrentUser } from '../identity/caller.guard.js';
import { ownerOf, type UserCaller } from '../identity/caller.js';
import { type AnalyticsView, analyticsSchema, presentAnalytics, spanStartMs } from './analytics-view.js';
import { analyticsQuery } from './user.dto.js';

/** What a user has converted, by day. */
@Controller('api/user/analytics')
@UseGuards(BearerGuard)
export class AnalyticsController {
  private readonly clock: Clock;

  constructor(
    @Inject(USAGE) private readonly usage: UsageClient,
    @Inject(RUNTIME) runtime: Runtime,
  ) {
    this.clock = runtime.clock;
  }

  @Get()
  @ApiRoute({
    id: 'getAnalytics',
    tag: 'Accounts',
    summary: 'Completed conversions by day, and how well they went',
    callers: ['bearer'],
    query: analyticsQuery,
    answers: { 200: analyticsSchema },
  })
  @Header('cache-control', 'no-store')
  async get(
    @CurrentUser() caller: UserCaller,
    @Query(new ZodPipe(analyticsQuery)) { days }: z.infer<typeof analyticsQuery>,
  ): Promise<AnalyticsView> {
    const sinceMs = spanStartMs(days, this.clock.nowMs());
    return presentAnalytics(
      await this.usage.getAnalytics({ owner: ownerOf(caller), sinceMs }),
      days,
      sinceMs,
    );
  }
}
