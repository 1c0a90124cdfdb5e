import { type Logger, RUNTIME, type Runtime } from '@filemill/platform';
import { conversionChannel, conversionMessageSchema } from '@filemill/queue';
import { Inject, Injectable } from '@nestjs/common';
import { ChannelFeed } from './channel-feed.js';
import { ConversionWatch } from './conversion-watch.js';

/** Receives announcements about single conversions. */
@Injectable()
export class ConversionFeed {
  private readonly logger: Logger;

  constructor(
    private readonly channels: ChannelFeed,
    @Inject(RUNTIME) runtime: Runtime,
  ) {
    this.logger = runtime.logger;
  }

  /**
   * Subscribes. Resolves after that, so that what is read afterwards misses nothing.
   *
   * @returns to be closed by the caller
   * @throws {AppError} UNAVAILABLE while Redis is unreachable
   */
  async watch(conversionId: string): Promise<ConversionWatch> {
    const watch = new ConversionWatch();
    const name = conversionChannel(conversionId);
    watch.unsubscribe = await this.channels.listen(name, (text) => {
      const message = conversionMessageSchema.safeParse(parseJson(text));
      if (message.success) watch.announce(message.data);
      else this.logger.warn({ channel: name }, 'unreadable message');
    });
    return watch;
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // refused by the schema
  }
}
