import type { RateLimitVerdict } from './limiter.js';
import type { RateLimitPolicy } from './policies.js';

/** An address and its count take about 100 bytes. */
const MAX_CLIENTS = 100_000;

/**
 * Counts calls of one policy in this process only, for routes that work without Redis. The window is the same for all
 * clients, so it is cleared at once. Clients after the first 100,000 of a window are not counted: a flood
 * of invented addresses uses no more memory, and refuses nobody.
 */
export class LocalLimiter {
  private readonly counts = new Map<string, number>();
  private endsAt = 0;

  /** @param now - milliseconds of a monotonic clock */
  constructor(
    private readonly policy: RateLimitPolicy,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Counts one call of a client. */
  count(client: string): RateLimitVerdict {
    const now = this.now();
    if (now >= this.endsAt) {
      this.counts.clear();
      this.endsAt = now + this.policy.windowSeconds * 1_000;
    }
    const known = this.counts.get(client);
    const count = (known ?? 0) + 1;
    if (known !== undefined || this.counts.size < MAX_CLIENTS) this.counts.set(client, count);
    const { policy } = this;
    const { limit } = policy;
    const remaining = Math.max(0, limit - count);
    return { policy, limit, allowed: count <= limit, remaining, waitMs: this.endsAt - now };
  }
}
