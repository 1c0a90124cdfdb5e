import { describe, expect, it } from '@jest/globals';
import type Stripe from 'stripe';
import { termsOf } from './stripe-subscription.js';

const NOW_MS = Date.parse('2026-11-21T02:15:00Z');
const CREATED_S = 1_795_000_000;
const PERIOD_END_S = CREATED_S + 2_592_000;

const aSubscription = (changes: Partial<Stripe.Subscription>): Stripe.Subscription =>
  ({
    id: 'sub_1',
    status: 'active',
    created: CREATED_S,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    ended_at: null,
    items: { data: [{ current_period_end: PERIOD_END_S }] },
    ...changes,
  }) as Stripe.Subscription;

const read = (changes: Partial<Stripe.Subscription>) => termsOf(aSubscription(changes), NOW_MS);
const at = (seconds: number): Date => new Date(seconds * 1000);

describe('termsOf', () => {
  it('maps every subscription state of Stripe', () => {
    const states = [
      ['active', 'active'],
      ['trialing', 'active'],
      ['past_due', 'past_due'],
      ['unpaid', 'cancelled'],
      ['paused', 'cancelled'],
      ['canceled', 'cancelled'],
      ['incomplete_expired', 'cancelled'],
      ['incomplete', undefined],
    ] as const;
    for (const [status, state] of states) expect([status, read({ status })?.state]).toEqual([status, state]);
  });

  it('has no end while the subscription renews', () => {
    expect(read({})).toMatchObject({ expiresAt: null, cancelledAt: null, periodEndsAt: at(PERIOD_END_S) });
  });

  it('ends with the period, or at the time that was set in the portal', () => {
    const canceled_at = CREATED_S + 60;
    expect(read({ cancel_at_period_end: true, canceled_at })).toMatchObject({
      expiresAt: at(PERIOD_END_S),
      cancelledAt: at(canceled_at),
    });
    expect(read({ cancel_at: PERIOD_END_S - 100, canceled_at })?.expiresAt).toEqual(at(PERIOD_END_S - 100));
  });

  it('ends at the time that Stripe reports, or now if it is only unpaid', () => {
    expect(read({ status: 'canceled', ended_at: CREATED_S + 5 })?.expiresAt).toEqual(at(CREATED_S + 5));
    expect(read({ status: 'unpaid' })?.expiresAt).toEqual(new Date(NOW_MS));
  });
});
