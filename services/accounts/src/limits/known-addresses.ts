import type { Logger } from '@filemill/platform';
import type { Redis } from 'ioredis';

/** An address where the owner of an account signed in is known for this long. */
const KNOWN_SECONDS = 90 * 24 * 3_600;

/** Where the owners of accounts have signed in. Without Redis no address is known: the wider limit holds then. */
export class KnownAddresses {
  constructor(
    private readonly redis: Redis,
    private readonly logger: Logger,
  ) {}

  /** @param pair - hash of account and address */
  async has(pair: string): Promise<boolean> {
    try {
      return (await this.redis.exists(keyOf(pair))) === 1;
    } catch (err) {
      this.logger.warn({ err }, 'known address not looked up');
      return false;
    }
  }

  async add(pair: string): Promise<void> {
    try {
      await this.redis.set(keyOf(pair), '1', 'EX', KNOWN_SECONDS);
    } catch (err) {
      this.logger.warn({ err }, 'known address not kept');
    }
  }
}

const keyOf = (pair: string): string => `attempts:known:${pair}`;
