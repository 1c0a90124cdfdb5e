import { AppError } from '@filemill/errors';
import { type Logger, RUNTIME, type Runtime } from '@filemill/platform';
import { Inject, Injectable } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { SUBSCRIBER_REDIS } from '../clients/clients.module.js';

/** Receives one message of a channel. */
export type Listener = (text: string) => void;

interface Channel {
  readonly listeners: Set<Listener>;
  readonly subscribed: Promise<unknown>;
}

/** Receives announcements through Redis: one connection, subscribed only to the channels with a listener. */
@Injectable()
export class ChannelFeed {
  private readonly channels = new Map<string, Channel>();
  private readonly logger: Logger;

  constructor(
    @Inject(SUBSCRIBER_REDIS) private readonly redis: Redis,
    @Inject(RUNTIME) runtime: Runtime,
  ) {
    this.logger = runtime.logger;
    redis.on('message', (name: string, text: string) => {
      for (const listener of this.channels.get(name)?.listeners ?? []) listener(text);
    });
  }

  /**
   * Subscribes. Resolves after that, so that what is read afterwards misses nothing.
   *
   * @returns ends the subscription
   * @throws {AppError} UNAVAILABLE while Redis is unreachable
   */
  async listen(name: string, listener: Listener): Promise<() => void> {
    const channel = this.channels.get(name) ?? this.open(name);
    channel.listeners.add(listener);
    const unsubscribe = () => this.unsubscribe(name, channel, listener);
    try {
      await channel.subscribed;
      return unsubscribe;
    } catch (error) {
      unsubscribe();
      throw new AppError('UNAVAILABLE', {}, { cause: error });
    }
  }

  private open(name: string): Channel {
    const channel = { listeners: new Set<Listener>(), subscribed: this.redis.subscribe(name) };
    this.channels.set(name, channel);
    return channel;
  }

  private unsubscribe(name: string, channel: Channel, listener: Listener): void {
    if (!channel.listeners.delete(listener) || channel.listeners.size > 0) return;
    this.channels.delete(name);
    // While Redis is unreachable there is nothing to unsubscribe from: the new connection subscribes only to current
    // channels.
    this.redis.unsubscribe(name).catch((err) => this.logger.debug({ err }, 'could not unsubscribe'));
  }
}
