import { AppError } from '@filemill/errors';
import { type Logger, RUNTIME, type Runtime } from '@filemill/platform';
import { conversionChannel, conversionMessageSchema } from '@filemill/queue';
import { Inject, Injectable } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { SUBSCRIBER } from '../clients/clients.module.js';
import { ConversionWatch } from './conversion-watch.js';

interface Channel {
  readonly watches: Set<ConversionWatch>;
  readonly subscribed: Promise<unknown>;
}

/** Hears what is announced about conversions: one connection, subscribed only to what somebody waits for. */
@Injectable()
export class ConversionFeed {
  private readonly channels = new Map<string, Channel>();
  private readonly logger: Logger;

  constructor(
    @Inject(SUBSCRIBER) private readonly redis: Redis,
    @Inject(RUNTIME) runtime: Runtime,
  ) {
    this.logger = runtime.logger;
    redis.on('message', (channel: string, text: string) => this.announce(channel, text));
  }

  /**
   * Begins to listen. Resolves once subscribed: what is read after that misses nothing.
   *
   * @returns to be closed by the caller
   * @throws {AppError} UNAVAILABLE while Redis is away
   */
  async watch(conversionId: string): Promise<ConversionWatch> {
    const name = conversionChannel(conversionId);
    const watch = new ConversionWatch(conversionId, () => this.leave(name, watch));
    const channel = this.channels.get(name) ?? this.open(name);
    channel.watches.add(watch);
    try {
      await channel.subscribed;
      return watch;
    } catch (error) {
      watch.close();
      throw new AppError('UNAVAILABLE', {}, { cause: error });
    }
  }

  private open(name: string): Channel {
    const channel = { watches: new Set<ConversionWatch>(), subscribed: this.redis.subscribe(name) };
    this.channels.set(name, channel);
    return channel;
  }

  private leave(name: string, watch: ConversionWatch): void {
    const channel = this.channels.get(name);
    if (!channel?.watches.delete(watch) || channel.watches.size > 0) return;
    this.channels.delete(name);
    // While Redis is away there is nothing to leave: the new connection subscribes to what it is then told.
    this.redis.unsubscribe(name).catch((err) => this.logger.debug({ err }, 'could not unsubscribe'));
  }

  private announce(name: string, text: string): void {
    const channel = this.channels.get(name);
    if (!channel) return;
    const message = conversionMessageSchema.safeParse(parseJson(text));
    if (!message.success) {
      this.logger.warn({ channel: name }, 'unreadable message');
      return;
    }
    for (const watch of channel.watches) watch.announce(message.data);
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // refused by the schema
  }
}
