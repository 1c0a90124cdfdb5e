import {
  adminApi,
  periodQuery,
  type RecentConversions,
  recentConversionsQuery,
  type Series,
  type Stats,
} from '@filemill/api';
import { ADMIN, type AdminClient } from '@filemill/contracts';
import { ZodPipe } from '@filemill/platform';
import { Controller, Header, Inject, Query, UseGuards } from '@nestjs/common';
import type { z } from 'zod';
import { Handles } from '../http/handles.js';
import { BearerGuard, CurrentUser } from '../identity/caller.guard.js';
import type { UserCaller } from '../identity/caller.js';
import { AdministratorGuard } from './administrator.guard.js';
import { presentRecent, presentSeries, presentStats } from './figures-view.js';

type Period = z.infer<typeof periodQuery>;

/** Figures of users, conversions and revenue for administrators. */
@Controller()
@UseGuards(BearerGuard, AdministratorGuard)
export class AdminFiguresController {
  constructor(@Inject(ADMIN) private readonly admin: AdminClient) {}

  @Handles(adminApi.getAdminStats)
  @Header('cache-control', 'no-store')
  async stats(
    @CurrentUser() { userId }: UserCaller,
    @Query(new ZodPipe(periodQuery)) { period }: Period,
  ): Promise<Stats> {
    return presentStats(await this.admin.getStats({ actorUserId: userId, periodDays: period }));
  }

  @Handles(adminApi.getAdminSeries)
  @Header('cache-control', 'no-store')
  async series(
    @CurrentUser() { userId }: UserCaller,
    @Query(new ZodPipe(periodQuery)) { period }: Period,
  ): Promise<Series> {
    return presentSeries(await this.admin.getSeries({ actorUserId: userId, periodDays: period }));
  }

  @Handles(adminApi.listRecentConversions)
  @Header('cache-control', 'no-store')
  async recentConversions(
    @CurrentUser() { userId }: UserCaller,
    @Query(new ZodPipe(recentConversionsQuery)) query: z.infer<typeof recentConversionsQuery>,
  ): Promise<RecentConversions> {
    const { conversions } = await this.admin.listRecentConversions({ actorUserId: userId, ...query });
    return presentRecent(conversions);
  }
}
