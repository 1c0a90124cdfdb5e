import { type HistoryPage, type HistoryQuery, historyApi, historyQuerySchema } from '@filemill/api';
import { USAGE, type UsageClient } from '@filemill/contracts';
import { ZodPipe } from '@filemill/platform';
import { Controller, Header, Inject, Query, UseGuards } from '@nestjs/common';
import { Handles } from '../http/handles.js';
import { CurrentUser, UserGuard } from '../identity/caller.guard.js';
import { ownerOf, type UserCaller } from '../identity/caller.js';
import { ActivityPresenter } from './activity-presenter.js';

const PAGE_SIZE = 20;

/** `GET /api/conversion-history`: a user's conversions, newest first. */
@Controller()
@UseGuards(UserGuard)
export class HistoryController {
  constructor(
    @Inject(USAGE) private readonly usage: UsageClient,
    private readonly presenter: ActivityPresenter,
  ) {}

  /** A page after the last one is empty. */
  @Handles(historyApi.listConversions)
  @Header('cache-control', 'no-store')
  async list(
    @Query(new ZodPipe(historyQuerySchema)) { page }: HistoryQuery,
    @CurrentUser() caller: UserCaller,
  ): Promise<HistoryPage> {
    const request = { owner: ownerOf(caller), page, pageSize: PAGE_SIZE };
    const { conversions: rows, totalCount } = await this.usage.listConversions(request);
    const totalPages = Math.ceil(totalCount / PAGE_SIZE);
    return {
      data: {
        conversions: await Promise.all(rows.map((row) => this.presenter.presentActivity(row))),
        pagination: {
          totalCount,
          totalPages,
          currentPage: page,
          itemsPerPage: PAGE_SIZE,
          hasPreviousPage: page > 1 && totalCount > 0,
          hasNextPage: page < totalPages,
        },
      },
    };
  }
}
