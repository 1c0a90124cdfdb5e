import type { Logger } from '@filemill/platform';
import { conversionChannel, conversionMessageSchema } from '@filemill/queue';
import type { Redis } from 'ioredis';

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
