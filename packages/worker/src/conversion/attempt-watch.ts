import { AppError } from '@filemill/errors';
import type { Logger } from '@filemill/platform';
import { STOPPED_ATTEMPTS_CHANNEL } from '@filemill/queue';
import type { Redis } from 'ioredis';
import { AttemptLost } from './interruptions.js';
import type { Ledger } from './ledger.js';

/** How often the row is read again, in case a message was lost. */
const REREAD_MS = 5_000;

/** Aborts its signal with {@link AttemptLost} once the attempt is not the current one any more. Created before the claim. */
export class AttemptWatch implements Disposable {
  private readonly lost = new AbortController();
  readonly signal = this.lost.signal;
  private readonly timer: NodeJS.Timeout;
  private readonly stopListening: () => void;
  private attempt: number | undefined;
  /** Whether a message came before the answer to the claim. */
  private isDue = false;

  constructor(
    private readonly conversionId: string,
    private readonly ledger: Ledger,
    stopped: StoppedAttempts,
    private readonly logger: Logger,
  ) {
    this.timer = setInterval(() => void this.reread(), REREAD_MS);
    this.stopListening = stopped.listen(conversionId, () => void this.reread());
  }

  claimed(attempt: number): void {
    this.attempt = attempt;
    if (this.isDue) void this.reread();
  }

  [Symbol.dispose](): void {
    clearInterval(this.timer);
    this.stopListening();
  }

  private async reread(): Promise<void> {
    const { conversionId, attempt } = this;
    this.isDue = attempt === undefined;
    if (attempt === undefined || this.signal.aborted) return;
    try {
      const { current } = await this.ledger.checkAttempt({ conversionId, attempt });
      if (!current) this.lost.abort(new AttemptLost());
    } catch (error) {
      if (AppError.from(error).code === 'NOT_FOUND') this.lost.abort(new AttemptLost());
      else this.logger.warn({ err: error, conversionId }, 'could not read the conversion again');
    }
  }
}

type Listener = () => void;

/**
 * Learns which conversions were cancelled, ended or given to another worker while they run here. One subscription for
 * the whole process: one for each conversion would cost two commands for each. Listeners also poll, in case a message is lost.
 */
export class StoppedAttempts {
  private readonly listeners = new Map<string, Set<Listener>>();

  /** @param redis - a connection used for nothing else */
  constructor(redis: Redis, logger: Logger) {
    redis.on('message', (_channel: string, conversionId: string) => {
      for (const listener of this.listeners.get(conversionId) ?? []) listener();
    });
    const subscribe = (): void => {
      redis
        .subscribe(STOPPED_ATTEMPTS_CHANNEL)
        .catch((err: unknown) => logger.warn({ err }, 'could not subscribe to stopped attempts'));
    };
    if (redis.status === 'ready') subscribe();
    redis.on('ready', subscribe);
  }

  /** @returns ends the listening */
  listen(conversionId: string, listener: Listener): () => void {
    // One conversion may have several jobs in this process: one that runs, and others that are delayed.
    const listeners = this.listeners.get(conversionId) ?? new Set();
    this.listeners.set(conversionId, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0 && this.listeners.get(conversionId) === listeners)
        this.listeners.delete(conversionId);
    };
  }
}
