import type { Logger } from '@filemill/platform';
import type { Stage } from '@filemill/product';
import { conversionChannel, progressKey } from '@filemill/queue';
import type { Redis } from 'ioredis';

/** At most five messages a second. */
const INTERVAL_MS = 200;
const KEPT_SECONDS = 60;

/** Announces the progress of one conversion. Nothing waits for it; if Redis is unreachable, only the news is lost. */
export class Progress {
  private percent: number | undefined;
  private stage: Stage = 'queued';
  private timer: NodeJS.Timeout | undefined;
  private sentAt = 0;

  constructor(
    private readonly redis: Redis,
    private readonly logger: Logger,
    private readonly conversionId: string,
  ) {}

  /** Announced at once; the percent starts anew. */
  enter(stage: Stage): void {
    this.stage = stage;
    this.percent = undefined;
    this.send();
  }

  /** @param fraction - 0 to 1 as really done; smaller than before is not announced */
  report(fraction: number): void {
    const percent = Math.floor(Math.min(1, Math.max(0, fraction)) * 100);
    if (this.percent !== undefined && percent <= this.percent) return;
    this.percent = percent;
    this.timer ??= setTimeout(() => this.send(), Math.max(0, this.sentAt + INTERVAL_MS - performance.now()));
  }

  close(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  private send(): void {
    this.close();
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
