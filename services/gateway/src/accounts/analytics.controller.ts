import { type AnalyticsView, analyticsQuery, userApi } from '@filemill/api';
import { USAGE, type UsageClient } from '@filemill/contracts';
import { type Clock, RUNTIME, type Runtime, ZodPipe } from '@filemill/platform';
import { Controller, Header, Inject, Query, UseGuards } from '@nestjs/common';
import type { z } from 'zod';
import { Handles } from '../http/handles.js';
import { BearerGuard, CurrentUser } from '../identity/caller.guard.js';
import { ownerOf, type UserCaller } from '../identity/caller.js';
import { presentAnalytics, spanStartMs } from './analytics-view.js';

/** Statistics of a user's conversions by day. */
@Controller()
@UseGuards(BearerGuard)
export class AnalyticsController {
  private readonly clock: Clock;

  constructor(
    @Inject(USAGE) private readonly usage: UsageClient,
    @Inject(RUNTIME) runtime: Runtime,
  ) {
    this.clock = runtime.clock;
  }

  @Handles(userApi.getAnalytics)
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
