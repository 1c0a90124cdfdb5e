import type { UserView } from '@filemill/api';
import { describe, expect, it } from '@jest/globals';
import { subscriptionState } from './subscription.js';

const aUser = (change: Partial<UserView>): UserView => ({
  id: 'u',
  email: 'mara@example.org',
  username: 'mara',
  plan: 'pro',
  apiKey: null,
  subscriptionExpiresAt: null,
  subscriptionCancelledAt: null,
  isAdmin: false,
  ...change,
});
const END = '2026-12-21T00:00:00.000Z';

describe('subscriptionState', () => {
  it('offers to cancel a subscription that renews', () => {
    expect(subscriptionState(aUser({}))).toEqual({ canCancel: true, canResume: false, endsAt: null });
  });

  it('offers to resume a cancelled subscription, and not to cancel it again', () => {
    const user = aUser({ subscriptionCancelledAt: '2026-11-21T00:00:00.000Z', subscriptionExpiresAt: END });
    expect(subscriptionState(user)).toEqual({ canCancel: false, canResume: true, endsAt: END });
  });

  it('offers neither when an administrator granted Pro for a time', () => {
    const user = aUser({ subscriptionExpiresAt: END });
    expect(subscriptionState(user)).toEqual({ canCancel: false, canResume: false, endsAt: END });
  });

  it('offers nothing on the free plan, also after an earlier subscription', () => {
    const user = aUser({ plan: 'free', subscriptionCancelledAt: END, subscriptionExpiresAt: END });
    expect(subscriptionState(user)).toEqual({ canCancel: false, canResume: false, endsAt: null });
  });
});
