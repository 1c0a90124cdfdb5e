import { AppError } from '@filemill/errors';
import type { Logger } from '@filemill/platform';
import { conversionChannel, conversionMessageSchema } from '@filemill/queue';
import type { Redis } from 'ioredis';
import { AttemptLost } from './interruptions.js';
import type { Ledger } from './ledger.js';

/** How often the row is read again, in case a message was lost. */
const REREAD_MS = 5_000;

/** Aborts its signal with {@link AttemptLost} once the attempt is not the current one any more. */
export class AttemptWatch {
  private readonly lost = new AbortController();
  private readonly timer: NodeJS.Timeout;
  private attempt: number | undefined;
  private ownVersion = 0;
  private unsubscribe: () => Promise<void> = async () => undefined;

  private constructor(
    private readonly conversionId: string,
    private readonly ledger: Ledger,
    private readonly logger: Logger,
  ) {
    this.timer = setInterval(() => void this.reread(), REREAD_MS);
  }

  /** Subscribes first, so that nothing that happens after the claim is missed. */
  static async open(
    conversionId: string,
    ledger: Ledger,
    changes: ConversionChanges,
    logger: Logger,
  ): Promise<AttemptWatch> {
    const watch = new AttemptWatch(conversionId, ledger, logger);
    watch.unsubscribe = await changes.subscribe(conversionId, (version) => {
      if (version > watch.ownVersion) void watch.reread();
    });
    return watch;
  }

  get signal(): AbortSignal {
    return this.lost.signal;
  }

  /** @param version - of the row after the claim; messages about older versions are ignored */
  claimed(attempt: number, version: number): void {
    this.attempt = attempt;
    this.ownVersion = version;
  }

  async close(): Promise<void> {
    clearInterval(this.timer);
    await this.unsubscribe();
  }

  private async reread(): Promise<void> {
    const { conversionId, attempt } = this;
    if (attempt === undefined || this.lost.signal.aborted) return;
    try {
      const { current } = await this.ledger.checkAttempt({ conversionId, attempt });
      if (!current) this.lost.abort(new AttemptLost());
    } catch (error) {
      if (AppError.from(error).code === 'NOT_FOUND') this.lost.abort(new AttemptLost());
      else this.logger.warn({ err: error, conversionId }, 'could not read the conversion again');
    }
  }
}

type Listener = (version: number) => void;

/** Receives changes of conversions over one Redis connection. Subscribers also poll, in case a message is lost. */
export class ConversionChanges {
  private readonly listeners = new Map<string, Set<Listener>>();

  /** @param redis - a connection used for nothing else */
  constructor(
    private readonly redis: Redis,
    private readonly logger: Logger,
  ) {
    redis.on('message', (channel: string, text: string) => this.receive(channel, text));
  }

  /** @returns ends the subscription */
  async subscribe(conversionId: string, listener: Listener): Promise<() => Promise<void>> {
    const channel = conversionChannel(conversionId);
    // One conversion may have several jobs in this process: one that runs, and others that are delayed.
    const listeners = this.listeners.get(channel) ?? new Set();
    this.listeners.set(channel, listeners.add(listener));
    await this.sendCommand('subscribe', channel);
    return async () => {
      listeners.delete(listener);
      if (listeners.size > 0 || this.listeners.get(channel) !== listeners) return;
      this.listeners.delete(channel);
      await this.sendCommand('unsubscribe', channel);
    };
  }

  private async sendCommand(command: 'subscribe' | 'unsubscribe', channel: string): Promise<void> {
    try {
      await this.redis[command](channel);
    } catch (error) {
      this.logger.warn({ err: error, channel }, `could not ${command}`);
    }
  }

  private receive(channel: string, text: string): void {
    const listeners = this.listeners.get(channel);
    if (!listeners) return;
    const message = conversionMessageSchema.safeParse(parseJson(text));
    // Thrown inside of an event it would end the process; the row is read again in 5 s anyway.
    if (!message.success) this.logger.warn({ channel }, 'unreadable message');
    else if (message.data.type === 'changed') {
      for (const listener of listeners) listener(message.data.version);
    }
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // refused by the schema
  }
}
