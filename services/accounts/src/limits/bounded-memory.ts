import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

/**
 * Counts in this process, for so many keys at most: the one that was counted longest ago makes room for a new one. So
 * a flood of invented accounts and addresses takes no more memory, and what is being guessed all the while stays counted.
 */
export class BoundedMemory extends RateLimiterMemory {
  /** In the order in which they were counted last; some may have run out since. */
  private readonly keys = new Set<string | number>();

  constructor(
    tier: { readonly points: number; readonly duration: number; readonly keyPrefix: string },
    private readonly maxKeys: number,
  ) {
    super(tier);
  }

  override async consume(key: string | number, points?: number): Promise<RateLimiterRes> {
    this.keys.delete(key);
    this.keys.add(key);
    for (const oldest of this.keys) {
      if (this.keys.size <= this.maxKeys) break;
      this.keys.delete(oldest);
      await this.delete(oldest);
    }
    return super.consume(key, points);
  }

  /** What another process counted, or is forgotten, has nothing to be given back here: it would be one attempt too many. */
  override async reward(key: string | number, points?: number): Promise<RateLimiterRes> {
    return (await this.get(key)) ? super.reward(key, points) : new RateLimiterRes(this.points, 0, 0);
  }
}
