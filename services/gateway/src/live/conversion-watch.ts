import type { ConversionMessage } from '@filemill/queue';
import { WakeSignal } from './wake.js';

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
  leave: () => void = () => undefined;
  private news: PendingAnnouncement = 'nothing';
  private readonly wake = new WakeSignal();

  announce(message: ConversionMessage): void {
    if (message.type === 'progress') {
      this.progress = message;
      if (this.news === 'nothing') this.news = 'progress';
    } else {
      this.change = message;
      this.news = 'changed';
    }
    this.wake.call();
  }

  /** Resolves with the announcement, at once if there was one; with `nothing` after `timeoutMs` or on abort. */
  async next(timeoutMs: number, signal: AbortSignal): Promise<PendingAnnouncement> {
    if (this.news === 'nothing') await this.wake.wait(timeoutMs, signal);
    const news = this.news;
    this.news = 'nothing';
    return news;
  }

  close(): void {
    this.leave();
  }
}
