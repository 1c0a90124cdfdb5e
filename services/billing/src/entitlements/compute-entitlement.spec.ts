import { describe, expect, it } from '@jest/globals';
import { computeEntitlement, type Terms } from './compute-entitlement.js';

const NOW_MS = Date.parse('2026-11-21T02:15:00Z');
const DAY_MS = 86_400_000;
const inDays = (days: number): Date => new Date(NOW_MS + days * DAY_MS);

const terms = (changes: Partial<Terms>): Terms => ({
  source: 'stripe',
  state: 'active',
  expiresAt: null,
  cancelledAt: null,
  graceEndsAt: null,
  createdAt: inDays(-10),
  ...changes,
});
const paid = terms({});
const cancelled = terms({ expiresAt: inDays(5), cancelledAt: inDays(-1) });
const grant = (expiresAt: Date | null) => terms({ source: 'grant', expiresAt });

describe('computeEntitlement', () => {
  it('is none and free without a subscription or a grant', () => {
    expect(computeEntitlement([], NOW_MS)).toMatchObject({ plan: 'free', state: 'none', changesAt: null });
  });

  it('is Pro without an end while a subscription renews', () => {
    expect(computeEntitlement([paid], NOW_MS)).toEqual({
      plan: 'pro',
      state: 'active',
      expiresAt: null,
      cancelledAt: null,
      changesAt: null,
    });
  });

  it('ends a cancelled subscription at its end date', () => {
    expect(computeEntitlement([cancelled], NOW_MS)).toMatchObject({
      plan: 'pro',
      expiresAt: inDays(5),
      cancelledAt: inDays(-1),
      changesAt: inDays(5),
    });
    expect(computeEntitlement([cancelled], inDays(5).getTime())).toMatchObject({
      plan: 'free',
      state: 'cancelled',
    });
  });

  it('uses the later of two ends; no end is later than any date', () => {
    const withGrant = computeEntitlement([cancelled, grant(inDays(20))], NOW_MS);
    expect(withGrant).toMatchObject({ expiresAt: inDays(20), cancelledAt: inDays(-1), changesAt: inDays(5) });
    expect(computeEntitlement([cancelled, grant(inDays(2))], NOW_MS).expiresAt).toEqual(inDays(5));
    expect(computeEntitlement([cancelled, grant(null)], NOW_MS).expiresAt).toBeNull();
    expect(computeEntitlement([grant(inDays(20)), paid], NOW_MS).expiresAt).toBeNull();
  });

  it('is past_due when a payment fails, even with an endless grant', () => {
    const failing = terms({ state: 'past_due', graceEndsAt: inDays(3) });
    expect(computeEntitlement([grant(null), failing], NOW_MS).state).toBe('past_due');
  });

  it('keeps Pro during the grace period and not after it', () => {
    const failing = terms({ state: 'past_due', graceEndsAt: inDays(3) });
    expect(computeEntitlement([failing], NOW_MS)).toMatchObject({
      plan: 'pro',
      state: 'past_due',
      expiresAt: null,
      changesAt: inDays(3),
    });
    expect(computeEntitlement([failing], inDays(3).getTime())).toMatchObject({
      plan: 'free',
      state: 'cancelled',
    });
  });
});
