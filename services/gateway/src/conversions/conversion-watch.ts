import type { ConversionMessage } from '@filemill/queue';

/** Last progress that a worker announced. */
export type Progress = Extract<ConversionMessage, { type: 'progress' }>;

/** What was announced since the last look; `changed` outweighs `progress`. */
export type News = 'nothing' | 'progress' | 'changed';

/** One listener of one conversion. Announcements between two looks are merged, so a slow reader holds up nothing. */
export class ConversionWatch {
  progress: Progress | undefined;
  private news: News = 'nothing';
  private wake: (() => void) | undefined;

  constructor(
    readonly conversionId: string,
    private readonly leave: () => void,
  ) {}

  announce(message: ConversionMessage): void {
    if (message.type === 'progress') {
      this.progress = message;
      if (this.news === 'nothing') this.news = 'progress';
    } else {
      this.news = 'changed';
    }
    this.wake?.();
  }

  /** Resolves with what was announced, at once if it already was; with `nothing` after `timeoutMs` or on abort. */
  async next(timeoutMs: number, signal: AbortSignal): Promise<News> {
    if (this.news === 'nothing' && !signal.aborted) await this.announcement(timeoutMs, signal);
    const news = this.news;
    this.news = 'nothing';
    return news;
  }

  close(): void {
    this.leave();
  }

  private announcement(timeoutMs: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const finish = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', finish);
        this.wake = undefined;
        resolve();
      };
      const timer = setTimeout(finish, timeoutMs);
      signal.addEventListener('abort', finish);
      this.wake = finish;
    });
  }
}
