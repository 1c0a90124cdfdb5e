import { hash } from 'node:crypto';
import type { accounts } from '@filemill/contracts';
import { AppError, type Code } from '@filemill/errors';
import { LRUCache } from 'lru-cache';

/** Counted from the request, so that an ended session is invalid everywhere within 5 s. */
const TTL_MS = 4_000;
/** Shorter, because a user waits for the change: a payment, or the end of a suspension. */
const REFUSAL_TTL_MS = 1_000;
/** Number of cached credentials, of which each takes about 300 bytes. */
const MAX_USERS = 10_000;

/** Answers about the credential itself; others, such as UNAVAILABLE, are not cached. */
const REFUSALS: ReadonlySet<Code> = new Set(['UNAUTHENTICATED', 'SUSPENDED', 'PLAN_REQUIRED']);

/** Refusals in a separate cache, so that a flood of guesses does not evict users. */
const MAX_REFUSALS = 1_000;

type Verdict = accounts.IdentifyResponse | AppError;

/** Cached answers of accounts, by the SHA-256 of the credential; simultaneous callers share one request. */
export class IdentityCache {
  private readonly users = cacheOf<accounts.IdentifyResponse>(MAX_USERS, TTL_MS);
  private readonly refusals = cacheOf<AppError>(MAX_REFUSALS, REFUSAL_TTL_MS);
  private readonly asking = new Map<string, Promise<Verdict>>();

  /**
   * @param ask - asks accounts; refusals are cached like users, other errors are not
   * @throws {AppError} as `ask` does
   */
  async get(
    credential: string,
    ask: () => Promise<accounts.IdentifyResponse>,
  ): Promise<accounts.IdentifyResponse> {
    const key = keyOf(credential);
    const known = this.users.get(key) ?? this.refusals.get(key);
    const verdict = known ?? (await (this.asking.get(key) ?? this.ask(key, ask)));
    if (verdict instanceof AppError) throw verdict;
    return verdict;
  }

  /** Whether a credential is cached as valid. */
  knows(credential: string): boolean {
    return this.users.has(keyOf(credential));
  }

  /** Forgets a user whose sessions or keys have changed; answers of running requests are not cached. */
  forget(userId: string): void {
    for (const [key, user] of this.users.entries()) if (user.userId === userId) this.users.delete(key);
    this.asking.clear();
  }

  private ask(key: string, ask: () => Promise<accounts.IdentifyResponse>): Promise<Verdict> {
    const askedAtMs = performance.now();
    const asking = ask()
      .catch((error: unknown): Verdict => {
        if (error instanceof AppError && REFUSALS.has(error.code)) return error;
        throw error;
      })
      .then((verdict) => {
        if (this.asking.get(key) === asking) this.remember(key, verdict, performance.now() - askedAtMs);
        return verdict;
      })
      .finally(() => {
        if (this.asking.get(key) === asking) this.asking.delete(key);
      });
    this.asking.set(key, asking);
    return asking;
  }

  private remember(key: string, verdict: Verdict, ageMs: number): void {
    if (verdict instanceof AppError) {
      if (ageMs < REFUSAL_TTL_MS) this.refusals.set(key, verdict, { ttl: REFUSAL_TTL_MS - ageMs });
    } else if (ageMs < TTL_MS) this.users.set(key, verdict, { ttl: TTL_MS - ageMs });
  }
}

const cacheOf = <T extends object>(max: number, ttl: number): LRUCache<string, T> =>
  // The library's default clock is fixed when it is loaded, so tests could not move it.
  new LRUCache<string, T>({ max, ttl, perf: { now: () => performance.now() } });

const keyOf = (credential: string): string => hash('sha256', credential, 'base64url');
