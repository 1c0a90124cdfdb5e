import { type HistoryPage, type HistoryQuery, historyApi, historyQuerySchema } from '@filemill/api';
import { USAGE, type UsageClient } from '@filemill/contracts';
import { ZodPipe } from '@filemill/platform';
import { Controller, Header, Inject, Query, UseGuards } from '@nestjs/common';
import { Handles } from '../http/handles.js';
import { PAGE_SIZE, paginate } from '../http/paginate.js';
import { CurrentUser, UserGuard } from '../identity/caller.guard.js';
import { ownerOf, type UserCaller } from '../identity/caller.js';
import { ActivityPresenter } from './activity-presenter.js';

/** `GET /api/conversion-history`: what a user has converted, newest first. */
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
    return {
      data: {
        conversions: await Promise.all(rows.map((row) => this.presenter.presentActivity(row))),
        pagination: paginate(page, totalCount),
      },
    };
  }
}
