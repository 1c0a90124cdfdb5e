import type { AdminUser } from '@filemill/api';
import { describe, expect, it } from '@jest/globals';
import { actionsFor } from './api.js';

const aUser = (change: Partial<AdminUser>): AdminUser => ({
  id: 'u1',
  username: 'giulia',
  email: 'giulia@example.org',
  plan: 'free',
  createdAt: '2026-03-03T10:00:00.000Z',
  totalConversions: 3,
  suspended: false,
  ...change,
});

describe('actionsFor', () => {
  it.each([
    [{}, ['upgrade-to-pro', 'suspend']],
    [{ plan: 'pro' as const }, ['suspend']],
    [{ suspended: true }, ['unsuspend']],
    [{ id: 'me' }, ['upgrade-to-pro']],
    [{ id: 'me', plan: 'pro' as const }, []],
  ])('lists for the user %p the actions %p', (change, actions) => {
    expect(actionsFor(aUser(change), 'me')).toEqual(actions);
  });
});
