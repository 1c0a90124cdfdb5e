import { ADMIN, type AdminClient } from '@filemill/contracts';
import { ZodPipe } from '@filemill/platform';
import { Controller, Get, Header, Inject, Query, UseGuards } from '@nestjs/common';
import type { z } from 'zod';
import { ApiRoute } from '../http/api-route.js';
import { BearerGuard, CurrentUser } from '../identity/caller.guard.js';
import type { UserCaller } from '../identity/caller.js';
import { AdministratorGuard } from './administrator.guard.js';
import {
  periodQuery,
  type RecentConversions,
  recentConversionsQuery,
  recentConversionsSchema,
  type Series,
  type Stats,
  seriesSchema,
  statsSchema,
} from './figures.dto.js';
import { presentRecent, presentSeries, presentStats } from './figures-view.js';

type Period = z.infer<typeof periodQuery>;

/** What administrators see of users, conversions and revenue. */
@Controller('api/admin')
@UseGuards(BearerGuard, AdministratorGuard)
export class AdminFiguresController {
  constructor(@Inject(ADMIN) private readonly admin: AdminClient) {}

  @Get('stats')
  @ApiRoute({
    id: 'getAdminStats',
    tag: 'Admin',
    summary: 'Users, conversions and revenue, in all and of a period',
    callers: ['admin'],
    query: periodQuery,
    answers: { 200: statsSchema },
  })
  @Header('cache-control', 'no-store')
  async stats(
    @CurrentUser() { userId }: UserCaller,
    @Query(new ZodPipe(periodQuery)) { period }: Period,
  ): Promise<Stats> {
    return presentStats(await this.admin.getStats({ actorUserId: userId, periodDays: period }));
  }

  @Get('series')
  @ApiRoute({
    id: 'getAdminSeries',
    tag: 'Admin',
    summary: 'The same by day',
    callers: ['admin'],
    query: periodQuery,
    answers: { 200: seriesSchema },
  })
  @Header('cache-control', 'no-store')
  async series(
    @CurrentUser() { userId }: UserCaller,
    @Query(new ZodPipe(periodQuery)) { period }: Period,
  ): Promise<Series> {
    return presentSeries(await this.admin.getSeries({ actorUserId: userId, periodDays: period }));
  }

  @Get('recent-conversions')
  @ApiRoute({
    id: 'listRecentConversions',
    tag: 'Admin',
    summary: 'Conversions of everybody, newest first',
    callers: ['admin'],
    query: recentConversionsQuery,
    answers: { 200: recentConversionsSchema },
  })
  @Header('cache-control', 'no-store')
  async recentConversions(
    @CurrentUser() { userId }: UserCaller,
    @Query(new ZodPipe(recentConversionsQuery)) query: z.infer<typeof recentConversionsQuery>,
  ): Promise<RecentConversions> {
    const { conversions } = await this.admin.listRecentConversions({ actorUserId: userId, ...query });
    return presentRecent(conversions);
  }
}
