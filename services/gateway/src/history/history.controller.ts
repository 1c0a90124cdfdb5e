import { type HistoryPage, routes } from '@filemill/api';
import { USAGE, type UsageClient } from '@filemill/contracts';
import { Controller, Inject } from '@nestjs/common';
import { PAGE_SIZE, paginate } from '../http/paginate.js';
import { ownerOf } from '../identity/caller.js';
import type { CallOf } from '../routes/call.js';
import { Handles } from '../routes/handles.js';
import { ActivityPresenter } from './activity-presenter.js';

/** `GET /api/conversion-history`: what a user has converted, newest first. */
@Controller()
export class HistoryController {
  constructor(
    @Inject(USAGE) private readonly usage: UsageClient,
    private readonly presenter: ActivityPresenter,
  ) {}

  /** A page after the last one is empty. */
  @Handles(routes.listConversions)
  async list({ caller, query }: CallOf<typeof routes.listConversions>): Promise<HistoryPage> {
    const { page } = query;
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
