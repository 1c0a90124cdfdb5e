import type { billing, usage } from '@filemill/contracts';
import { type Answers, type FakeService, serveFake } from '@filemill/contracts/testing';
import { AppError } from '@filemill/errors';

/** Calls to usage and billing, in order. */
export class RecordedCalls {
  readonly calls: string[] = [];
  /** While set, every call fails. */
  isUnreachable = false;
  /** Every call about this user fails. */
  failsFor: string | undefined;
  /** Erasures wait for this promise. */
  erasing: Promise<void> | undefined;
  /** While set, nobody has a subscription. */
  isWithoutSubscriptions = false;

  note(call: string, userId: string | undefined): Record<string, never> {
    if (this.isUnreachable || (userId !== undefined && userId === this.failsFor))
      throw new AppError('UNAVAILABLE');
    this.calls.push(`${call} ${userId}`);
    return {};
  }
}

/** Usage, with the rpcs that accounts calls. */
export function serveUsage(recorded: RecordedCalls, secret: string): Promise<FakeService> {
  return serveFake('usage', secret, {
    eraseOwner: async ({ owner }) => {
      await recorded.erasing;
      return recorded.note('eraseOwner', owner?.id);
    },
    cancelOwner: async ({ owner }) => recorded.note('cancelOwner', owner?.id),
  } satisfies Answers<usage.UsageService, 'eraseOwner' | 'cancelOwner'>);
}

/** Billing, with the rpcs that accounts calls. */
export function serveBilling(recorded: RecordedCalls, secret: string): Promise<FakeService> {
  return serveFake('billing', secret, {
    eraseUser: async ({ userId }) => recorded.note('eraseUser', userId),
    cancelSubscription: async ({ userId }) => {
      recorded.note('cancelSubscription', userId);
      if (recorded.isWithoutSubscriptions) throw new AppError('NOT_FOUND', { what: 'A paid subscription' });
      return { cancellationDateMs: 1, alreadyCancelled: false };
    },
  } satisfies Answers<billing.BillingService, 'eraseUser' | 'cancelSubscription'>);
}
