import type { Logger } from '@filemill/platform';
import type { Stage } from '@filemill/product';
import { conversionChannel, progressKey } from '@filemill/queue';
import type { Redis } from 'ioredis';

/** At most five messages a second, and none of a conversion that ends before the first: its end is announced anyway. */
const INTERVAL_MS = 200;
const KEPT_SECONDS = 60;

/** Announces the progress of one conversion. Nothing waits for it; if Redis is unreachable, only the news is lost. */
export class Progress {
  private percent: number | undefined;
  private stage: Stage = 'queued';
  private timer: NodeJS.Timeout | undefined;
  private sentAt = performance.now();
  private isAnnounced = false;

  constructor(
    private readonly redis: Redis,
    private readonly logger: Logger,
    private readonly conversionId: string,
  ) {}

  /** The percent starts anew. */
  enter(stage: Stage): void {
    this.stage = stage;
    this.percent = undefined;
    this.schedule();
  }

  /** The last stage, announced at once if another one was. */
  finish(stage: Stage): void {
    this.close();
    this.stage = stage;
    this.percent = undefined;
    if (this.isAnnounced) this.send();
  }

  /** @param fraction - 0 to 1 as really done; smaller than before is not announced */
  report(fraction: number): void {
    const percent = Math.floor(Math.min(1, Math.max(0, fraction)) * 100);
    if (this.percent !== undefined && percent <= this.percent) return;
    this.percent = percent;
    this.schedule();
  }

  close(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  private schedule(): void {
    this.timer ??= setTimeout(() => this.send(), Math.max(0, this.sentAt + INTERVAL_MS - performance.now()));
  }

  private send(): void {
    this.close();
    this.isAnnounced = true;
    this.sentAt = performance.now();
    const message = JSON.stringify({ type: 'progress', stage: this.stage, percent: this.percent });
    this.redis
      .pipeline()
      .set(progressKey(this.conversionId), message, 'EX', KEPT_SECONDS)
      .publish(conversionChannel(this.conversionId), message)
      .exec()
      .catch((error: unknown) => this.logger.debug({ err: error }, 'could not announce progress'));
  }
}
