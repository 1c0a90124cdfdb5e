import { EventEmitter } from 'node:events';
import type { Redis } from 'ioredis';

/** The few Redis commands needed to publish and receive changes. */
export class InMemoryRedis extends EventEmitter {
  readonly status = 'ready';
  readonly published: { channel: string; text: string }[] = [];
  private readonly channels = new Set<string>();

  get asRedis(): Redis {
    return this as unknown as Redis;
  }

  async subscribe(channel: string): Promise<void> {
    this.channels.add(channel);
  }

  async unsubscribe(channel: string): Promise<void> {
    this.channels.delete(channel);
  }

  publish(channel: string, text: string): this {
    this.published.push({ channel, text });
    if (this.channels.has(channel)) this.emit('message', channel, text);
    return this;
  }

  pipeline(): this {
    return this;
  }

  set(): this {
    return this;
  }

  async exec(): Promise<void> {}
}
