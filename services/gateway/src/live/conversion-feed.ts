import { type Logger, RUNTIME, type Runtime } from '@filemill/platform';
import { type ConversionMessage, conversionChannel, conversionMessageSchema } from '@filemill/queue';
import { Inject, Injectable } from '@nestjs/common';
import { ChannelFeed } from './channel-feed.js';
import { WakeSignal } from './wake-signal.js';

/** Last progress that a worker announced. */
export type Progress = Extract<ConversionMessage, { type: 'progress' }>;
/** Last change of the row that was announced. */
export type RowChange = Extract<ConversionMessage, { type: 'changed' }>;

/** Announcements since the last wait; `changed` takes precedence over `progress`. */
export type PendingAnnouncement = 'nothing' | 'progress' | 'changed';

/** One subscriber to one conversion. Announcements between two waits are merged, so a slow reader delays nothing. */
export class ConversionWatch {
  progress: Progress | undefined;
  change: RowChange | undefined;
  /** Ends the subscription. */
  unsubscribe: () => void = () => undefined;
  private pending: PendingAnnouncement = 'nothing';
  private readonly wakeSignal = new WakeSignal();

  announce(message: ConversionMessage): void {
    if (message.type === 'progress') {
      this.progress = message;
      if (this.pending === 'nothing') this.pending = 'progress';
    } else {
      this.change = message;
      this.pending = 'changed';
    }
    this.wakeSignal.wake();
  }

  /** Resolves with the pending announcement, immediately if there is one; with `nothing` after `timeoutMs` or on abort. */
  async next(timeoutMs: number, signal: AbortSignal): Promise<PendingAnnouncement> {
    if (this.pending === 'nothing') await this.wakeSignal.wait(timeoutMs, signal);
    const pending = this.pending;
    this.pending = 'nothing';
    return pending;
  }

  close(): void {
    this.unsubscribe();
  }
}

/** Receives announcements about single conversions. */
@Injectable()
export class ConversionFeed {
  private readonly logger: Logger;

  constructor(
    private readonly channels: ChannelFeed,
    @Inject(RUNTIME) runtime: Runtime,
  ) {
    this.logger = runtime.logger;
  }

  /**
   * Subscribes. Resolves after that, so that what is read afterwards misses nothing.
   *
   * @returns to be closed by the caller
   * @throws {AppError} UNAVAILABLE while Redis is unreachable
   */
  async watch(conversionId: string): Promise<ConversionWatch> {
    const watch = new ConversionWatch();
    const name = conversionChannel(conversionId);
    watch.unsubscribe = await this.channels.listen(name, (text) => {
      const message = conversionMessageSchema.safeParse(parseJson(text));
      if (message.success) watch.announce(message.data);
      else this.logger.warn({ channel: name }, 'unreadable message');
    });
    return watch;
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // refused by the schema
  }
}
