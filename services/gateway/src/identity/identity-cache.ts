import { hash } from 'node:crypto';
import type { accounts } from '@filemill/contracts';
import { AppError, type Code } from '@filemill/errors';
import { LRUCache } from 'lru-cache';

/** Counted from the question, so that a session which ends is dead everywhere within 5 s. */
const TTL_MS = 4_000;
/** Shorter, because a person waits for what changes it: a payment, or a suspension that is lifted. */
const REFUSAL_TTL_MS = 1_000;
/** Remembered credentials, of which each takes about 300 bytes. */
const MAX_ENTRIES = 10_000;

/** Answers about the credential itself; others, such as UNAVAILABLE, say nothing about it. */
const REFUSALS: ReadonlySet<Code> = new Set(['UNAUTHENTICATED', 'SUSPENDED', 'PLAN_REQUIRED']);

type Verdict = accounts.IdentifyResponse | AppError;

/** What accounts said about credentials, each known by its SHA-256; one question for all who ask at the same time. */
export class IdentityCache {
  private readonly verdicts = new LRUCache<string, Verdict>({
    max: MAX_ENTRIES,
    ttl: TTL_MS,
    // The library's own is the clock of the moment at which it was loaded, which no test can move.
    perf: { now: () => performance.now() },
  });
  private readonly asking = new Map<string, Promise<Verdict>>();

  /**
   * @param ask - asks accounts; refusals are kept like users, other failures are not
   * @throws {AppError} as `ask` does
   */
  async get(
    credential: string,
    ask: () => Promise<accounts.IdentifyResponse>,
  ): Promise<accounts.IdentifyResponse> {
    const key = keyOf(credential);
    const verdict = this.verdicts.get(key) ?? (await (this.asking.get(key) ?? this.ask(key, ask)));
    if (verdict instanceof AppError) throw verdict;
    return verdict;
  }

  /** Whether a credential is known to be somebody's. */
  knows(credential: string): boolean {
    const verdict = this.verdicts.get(keyOf(credential));
    return verdict !== undefined && !(verdict instanceof AppError);
  }

  /** Forgets a user whose sessions or keys have changed; questions under way are not remembered. */
  forget(userId: string): void {
    for (const [key, verdict] of this.verdicts.entries())
      if (!(verdict instanceof AppError) && verdict.userId === userId) this.verdicts.delete(key);
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
        const ttl = (verdict instanceof AppError ? REFUSAL_TTL_MS : TTL_MS) - (performance.now() - askedAtMs);
        if (ttl > 0 && this.asking.get(key) === asking) this.verdicts.set(key, verdict, { ttl });
        return verdict;
      })
      .finally(() => {
        if (this.asking.get(key) === asking) this.asking.delete(key);
      });
    this.asking.set(key, asking);
    return asking;
  }
}

const keyOf = (credential: string): string => hash('sha256', credential, 'base64url');
