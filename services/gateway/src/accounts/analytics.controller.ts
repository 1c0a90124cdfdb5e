import { type AnswerOf, routes } from '@filemill/api';
import { USAGE, type UsageClient, type usage } from '@filemill/contracts';
import { type Clock, RUNTIME, type Runtime } from '@filemill/platform';
import { fromCategories } from '@filemill/product';
import { Controller, Inject } from '@nestjs/common';
import { ownerOf } from '../identity/caller.js';
import type { CallOf } from '../routes/call.js';
import { Handles } from '../routes/handles.js';
import { megabytesOf } from './account-presenter.js';

type Analytics = AnswerOf<typeof routes.getAnalytics>;

const DAY_MS = 24 * 3_600_000;

/** Statistics of a user's conversions by day. */
@Controller()
export class AnalyticsController {
  private readonly clock: Clock;

  constructor(
    @Inject(USAGE) private readonly usage: UsageClient,
    @Inject(RUNTIME) runtime: Runtime,
  ) {
    this.clock = runtime.clock;
  }

  @Handles(routes.getAnalytics)
  async get({ caller, query }: CallOf<typeof routes.getAnalytics>): Promise<Analytics> {
    const sinceMs = spanStartMs(query.days, this.clock.nowMs());
    const answer = await this.usage.getAnalytics({ owner: ownerOf(caller), sinceMs });
    return presentAnalytics(answer, query.days, sinceMs);
  }
}

/** Midnight UTC at the start of a span of days that ends today. */
const spanStartMs = (days: number, nowMs: number): number =>
  Math.floor(nowMs / DAY_MS) * DAY_MS - (days - 1) * DAY_MS;

/** Every day of the span, including days without conversions. */
function presentAnalytics(answer: usage.GetAnalyticsResponse, days: number, sinceMs: number): Analytics {
  const known = new Map(answer.days.map((day) => [day.date, day]));
  return {
    days: Array.from({ length: days }, (_, index) => {
      const date = new Date(sinceMs + index * DAY_MS).toISOString().slice(0, 10);
      const day = known.get(date);
      return {
        date,
        byCategory: fromCategories((category) => day?.byCategory[category] ?? 0),
        megabytes: megabytesOf(day?.inputBytes ?? 0),
      };
    }),
    averageSeconds: answer.averageSeconds ?? null,
    successRate: answer.successRate ?? null,
    sizeSavedMB: megabytesOf(answer.sizeSavedBytes),
  };
}
