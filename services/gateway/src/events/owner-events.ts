import { USAGE, type UsageClient, type usage } from '@filemill/contracts';
import { type Clock, type Logger, RUNTIME, type Runtime } from '@filemill/platform';
import { Inject, Injectable } from '@nestjs/common';
import { presentUsage } from '../accounts/account-presenter.js';
import { ConversionPresenter } from '../conversions/conversion-presenter.js';
import { ConversionReader, REREAD_MS } from '../conversions/conversion-reader.js';
import { onAbort } from '../http/disconnect.js';
import { knownOwnerOf, ownerOf } from '../identity/caller.js';
import type { CallerWatch } from '../live/caller-watch.js';
import { HEARTBEAT, HEARTBEAT_MS, TIMER_SLACK_MS } from '../live/event-stream.js';
import { PlanTables } from '../plans/plan-tables.js';
import { OwnerFeed, type OwnerWatch } from './owner-feed.js';
import { OwnerRows, type OwnerUpdate } from './owner-rows.js';

/** A client that was disconnected for longer must read the history. */
const LONGEST_ABSENCE_MS = 24 * 3_600_000;

/** With the time before which nothing is missing, which is the id of its event. */
type News = OwnerUpdate & { readonly readAtMs: number };

/** Sends changes of a caller's conversions and counters as server-sent events. */
@Injectable()
export class OwnerEvents {
  private readonly logger: Logger;
  private readonly clock: Clock;

  constructor(
    private readonly feed: OwnerFeed,
    private readonly reader: ConversionReader,
    private readonly presenter: ConversionPresenter,
    private readonly plans: PlanTables,
    @Inject(USAGE) private readonly usage: UsageClient,
    @Inject(RUNTIME) runtime: Runtime,
  ) {
    this.logger = runtime.logger;
    this.clock = runtime.clock;
  }

  /**
   * A snapshot first: `usage`, and a `conversion` for each of the newest, of the unfinished, and of those that ended
   * after the reader's last event; then one for every change. A slow reader gets fewer, newer events.
   *
   * @param lastEventId - of the stream that this one continues, if any; an invalid one starts a new stream
   * @param signal - ends the stream, and aborts at the latest when it ends
   * @throws {AppError} before the first event: NOT_FOUND for a guest without a fingerprint; UNAVAILABLE
   */
  async open(
    caller: CallerWatch,
    lastEventId: string | undefined,
    signal: AbortSignal,
  ): Promise<AsyncGenerator<string>> {
    const owner = knownOwnerOf(caller.caller);
    const watch = await this.feed.watch(owner);
    // Not at the end of the generator, because a generator that was never started does not reach it.
    onAbort(signal, () => watch.unsubscribe());
    const rows = new OwnerRows(this.usage, knownAtMsOf(lastEventId, this.clock.nowMs()));
    return this.stream(await this.read(rows, owner), rows, watch, caller, signal);
  }

  private async *stream(
    first: News,
    rows: OwnerRows,
    watch: OwnerWatch,
    caller: CallerWatch,
    signal: AbortSignal,
  ): AsyncGenerator<string> {
    let news: News | undefined = first;
    let { overview } = first;
    let usageSent = '';
    let sentAt = performance.now();
    while (!signal.aborted) {
      overview = news?.overview ?? overview;
      // Even without changed conversions, because the plan may have changed.
      const usageEvent = await this.usageEvent(caller, overview);
      const events = await Promise.all((news?.rows ?? []).map((row) => this.conversionEvent(row)));
      if (usageEvent !== usageSent) events.unshift(usageEvent);
      usageSent = usageEvent;
      // The id is on the last event: a reader that has it has all earlier ones.
      const last = events.pop();
      if (last !== undefined) events.push(news ? last.replace('\n', `\nid: ${news.readAtMs}\n`) : last);
      if (performance.now() - sentAt >= HEARTBEAT_MS - TIMER_SLACK_MS) events.push(HEARTBEAT);
      if (events.length > 0) {
        sentAt = performance.now();
        yield events.join('');
      }
      const quietMs = performance.now() - sentAt;
      const isChanged = await watch.next(Math.min(REREAD_MS, HEARTBEAT_MS - quietMs), signal);
      news = isChanged && !signal.aborted ? await this.readAgain(rows, watch, caller) : undefined;
    }
  }

  /** The changes; none while usage does not answer, because they are found later. */
  private async readAgain(
    rows: OwnerRows,
    watch: OwnerWatch,
    { caller }: CallerWatch,
  ): Promise<News | undefined> {
    try {
      return await this.read(rows, ownerOf(caller));
    } catch (err) {
      this.logger.warn({ err }, 'conversions of an owner not readable, to be read again');
      watch.forget();
      return undefined;
    }
  }

  private async read(rows: OwnerRows, owner: usage.Owner): Promise<News> {
    const readAtMs = this.clock.nowMs();
    return { ...(await rows.read(owner)), readAtMs };
  }

  private async usageEvent({ caller }: CallerWatch, overview: usage.GetOverviewResponse): Promise<string> {
    const { plans } = await this.plans.get();
    return eventOf('usage', presentUsage(plans, ownerOf(caller).plan, overview));
  }

  private async conversionEvent(row: usage.Conversion): Promise<string> {
    return eventOf('conversion', await this.presenter.present(row, await this.reader.progress(row)));
  }
}

const eventOf = (name: string, data: object): string => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;

/** @returns undefined for an id that this stream never sent */
function knownAtMsOf(lastEventId: string | undefined, nowMs: number): number | undefined {
  if (lastEventId === undefined || !/^\d{1,15}$/.test(lastEventId)) return undefined;
  return Math.max(Number(lastEventId), nowMs - LONGEST_ABSENCE_MS);
}
