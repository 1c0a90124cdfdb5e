import type { AppError } from '@filemill/errors';

/** The verdict of a policy on one call. */
interface Verdict {
  readonly policy: { readonly name: string; readonly limit: number; readonly windowSeconds: number };
  readonly remaining: number;
  /** Until the next call is allowed, or the whole limit is available again. */
  readonly waitMs: number;
}

/**
 * The headers of an answer that a policy has counted: those of the IETF draft, and the older ones that most clients read.
 *
 * @param nowMs - Unix milliseconds; `X-RateLimit-Reset` is in Unix seconds, like GitHub's
 * @see https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/
 */
export function rateLimitHeaders(verdict: Verdict, nowMs: number): Record<string, string> {
  const { policy, remaining, waitMs } = verdict;
  const waitSeconds = Math.ceil(waitMs / 1000);
  return {
    'ratelimit-policy': `"${policy.name}";q=${policy.limit};w=${policy.windowSeconds}`,
    ratelimit: `"${policy.name}";r=${remaining};t=${waitSeconds}`,
    'x-ratelimit-limit': String(policy.limit),
    'x-ratelimit-remaining': String(remaining),
    'x-ratelimit-reset': String(Math.ceil((nowMs + waitMs) / 1000)),
  };
}

/**
 * The same for a refusal by another service, whose params contain the limit and its end. The name of
 * that policy and its window are not published.
 *
 * @returns nothing for another error
 */
export function refusalHeaders({ code, params }: AppError): Record<string, string> {
  const { limit, resetAt, retryAfterSeconds } = params;
  if (code !== 'RATE_LIMITED' || limit === undefined) return {};
  return {
    'ratelimit-policy': `"attempts";q=${limit}`,
    ratelimit: `"attempts";r=0;t=${retryAfterSeconds}`,
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': '0',
    'x-ratelimit-reset': String(Math.ceil(Date.parse(String(resetAt)) / 1000)),
  };
}
