import type { StripeClock } from './clock.ts';
import type { Store } from './store.ts';
import type { Answer, StripeCall } from './stored.ts';
import type { Webhooks } from './webhooks.ts';

/** What every part of a running emulator works with. */
export interface World {
  readonly store: Store;
  readonly clock: StripeClock;
  readonly webhooks: Webhooks;
  /** Set by tests: every call is answered with 503; so many calls break their connection before the answer. */
  readonly faults: { isUnreachable: boolean; lostAnswers: number };
  /** Told of every call of the API and its answer. */
  readonly onCall?: (call: StripeCall, answer: Answer) => void;
  /** Where it listens, such as `http://127.0.0.1:12111`. */
  url: string;
  /** The call that is executed now, which events name as their cause. */
  request?: { readonly id: string; readonly idempotencyKey: string | undefined };
}
