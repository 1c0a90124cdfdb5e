import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

/**
 * Counts in this process, for a limited number of keys: a new key replaces the least recently counted one. A flood of
 * invented accounts and addresses uses no more memory, and a key under continuous attack stays counted.
 */
export class BoundedMemory extends RateLimiterMemory {
  /** In the order of the last count; some may have expired. */
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

  /**
   * A key that another process counted, or that was replaced, is not uncounted here: it would allow one attempt too
   * many.
   */
  override async reward(key: string | number, points?: number): Promise<RateLimiterRes> {
    return (await this.get(key)) ? super.reward(key, points) : new RateLimiterRes(this.points, 0, 0);
  }
}
