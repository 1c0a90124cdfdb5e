import type { usage } from '@filemill/contracts';
import { Injectable } from '@nestjs/common';
import { UserDaysRepository } from '../history/user-days.repository.js';
import { TOTAL_CATEGORY, UNFINISHED_CATEGORY } from '../quotas/charges.js';
import { ExportsRepository } from './exports.repository.js';

/** A page stays far below the 4 MB of a gRPC message. */
const KEYS_PER_PAGE = 1_000;
/** Before every stored day. */
const FIRST_DAY = '2000-01-01';

/** What this service stores about a user besides conversions. */
@Injectable()
export class ExportsService {
  constructor(
    private readonly held: ExportsRepository,
    private readonly userDays: UserDaysRepository,
  ) {}

  /** @param afterKey - last key of the page before; without one the first page, which alone contains more than keys */
  async export(userId: string, afterKey: string | undefined): Promise<usage.ExportOwnerResponse> {
    const isFirst = afterKey === undefined;
    const [counters, failedWork, days, keys] = await Promise.all([
      isFirst ? this.held.counters(userId) : [],
      isFirst ? this.held.failedWork(userId) : [],
      isFirst ? this.userDays.since(userId, FIRST_DAY) : [],
      this.held.keys(userId, afterKey ?? '', KEYS_PER_PAGE),
    ]);
    return {
      counters: counters.flatMap(({ category, ...counter }) =>
        category === UNFINISHED_CATEGORY
          ? []
          : [{ ...counter, category: category === TOTAL_CATEGORY ? undefined : category }],
      ),
      unfinished: counters.find(({ category }) => category === UNFINISHED_CATEGORY)?.used,
      failedWork: failedWork.map(({ hour, engineMs }) => ({ hourBeginsAtMs: hour.getTime(), engineMs })),
      days,
      keys: keys.map(({ createdAt, ...key }) => ({ ...key, createdAtMs: createdAt.getTime() })),
    };
  }
}
