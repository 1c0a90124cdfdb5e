import type { usage } from '@filemill/contracts';
import { Injectable } from '@nestjs/common';
import { ConversionPresenter } from '../conversions/conversion-presenter.js';
import { ConversionReader, isFinal, REREAD_MS } from '../conversions/conversion-reader.js';
import type { Progress } from '../live/conversion-feed.js';
import { ConversionFeed } from '../live/conversion-feed.js';
import { HEARTBEAT, HEARTBEAT_MS, TIMER_SLACK_MS } from '../live/event-stream.js';

/** Sends the events of one conversion as server-sent events (HTML standard, section 9.2). */
@Injectable()
export class ConversionEvents {
  constructor(
    private readonly feed: ConversionFeed,
    private readonly reader: ConversionReader,
    private readonly presenter: ConversionPresenter,
  ) {}

  /**
   * A snapshot first, so that resuming needs no history; then `progress` at every change and `done` at the end. A slow
   * reader gets fewer, newer events: the next one is created when the last one is written.
   *
   * @param owner - absent if a signed token grants access
   * @param signal - ends the stream
   * @throws {AppError} before the first event: NOT_FOUND, UNAVAILABLE
   */
  async open(
    conversionId: string,
    owner: usage.Owner | undefined,
    signal: AbortSignal,
  ): Promise<AsyncGenerator<string>> {
    const row = await this.reader.read(conversionId, owner);
    const progress = await this.reader.progress(row);
    return this.stream(row, progress, signal);
  }

  private async *stream(
    first: usage.Conversion,
    progress: Progress | undefined,
    signal: AbortSignal,
  ): AsyncGenerator<string> {
    let row = first;
    let sent = await this.event(row, progress);
    yield sent;
    if (isFinal(row)) return;
    const watch = await this.feed.watch(row.id);
    try {
      watch.progress ??= progress;
      // A change between the snapshot and the subscription is read at once.
      row = await this.reader.readAgain(row);
      let sentAt = performance.now();
      while (!signal.aborted) {
        const event = await this.event(row, watch.progress);
        if (event !== sent) {
          sent = event;
          sentAt = performance.now();
          yield event;
        } else if (performance.now() - sentAt >= HEARTBEAT_MS - TIMER_SLACK_MS) {
          sentAt = performance.now();
          yield HEARTBEAT;
        }
        if (isFinal(row)) return;
        const quietMs = performance.now() - sentAt;
        const news = await watch.next(Math.min(REREAD_MS, HEARTBEAT_MS - quietMs), signal);
        const isKnown = news === 'changed' && watch.change && watch.change.version <= row.version;
        if (news !== 'progress' && !isKnown && !signal.aborted) row = await this.reader.readAgain(row);
      }
    } finally {
      watch.close();
    }
  }

  private async event(row: usage.Conversion, progress: Progress | undefined): Promise<string> {
    const name = isFinal(row) ? 'done' : 'progress';
    const data = JSON.stringify(await this.presenter.present(row, progress));
    return `event: ${name}\nid: ${row.version}\ndata: ${data}\n\n`;
  }
}
