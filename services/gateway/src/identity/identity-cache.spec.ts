import type { accounts } from '@filemill/contracts';
import { AppError } from '@filemill/errors';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { IdentityCache } from './identity-cache.js';

const somebody = (userId: string): accounts.IdentifyResponse => ({
  userId,
  username: 'Somebody',
  plan: 'free',
  isAdmin: false,
  sessionId: 'session',
});

describe('IdentityCache', () => {
  let cache: IdentityCache;
  const ask = jest.fn<() => Promise<accounts.IdentifyResponse>>();
  beforeEach(() => {
    jest.useFakeTimers();
    // lru-cache treats an entry stored at time 0 as one without an age.
    jest.advanceTimersByTime(1);
    cache = new IdentityCache();
    ask.mockReset().mockResolvedValue(somebody('one'));
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('asks accounts once for simultaneous callers, and again after 4 s', async () => {
    await Promise.all([cache.get('token', ask), cache.get('token', ask)]);
    await cache.get('token', ask);
    expect([ask.mock.calls.length, cache.knows('token')]).toEqual([1, true]);
    await jest.advanceTimersByTimeAsync(4_001);
    expect(cache.knows('token')).toBe(false);
    await cache.get('token', ask);
    expect(ask).toHaveBeenCalledTimes(2);
  });

  it('counts the 4 s from the request, not from the answer', async () => {
    ask.mockImplementation(() => new Promise((resolve) => setTimeout(resolve, 1_500, somebody('one'))));
    const answer = cache.get('token', ask);
    await jest.advanceTimersByTimeAsync(1_500);
    await answer;
    await jest.advanceTimersByTimeAsync(2_600);
    expect(cache.knows('token')).toBe(false);
  });

  it('keeps a refusal for 1 s and does not keep other errors', async () => {
    ask.mockRejectedValueOnce(new AppError('UNAVAILABLE')).mockRejectedValue(new AppError('SUSPENDED'));
    await expect(cache.get('token', ask)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await expect(cache.get('token', ask)).rejects.toMatchObject({ code: 'SUSPENDED' });
    await expect(cache.get('token', ask)).rejects.toMatchObject({ code: 'SUSPENDED' });
    expect([ask.mock.calls.length, cache.knows('token')]).toEqual([2, false]);
    await jest.advanceTimersByTimeAsync(1_001);
    await expect(cache.get('token', ask)).rejects.toMatchObject({ code: 'SUSPENDED' });
    expect(ask).toHaveBeenCalledTimes(3);
  });

  it('keeps known users during a flood of invalid credentials', async () => {
    await cache.get('token', ask);
    const refuse = async () => Promise.reject(new AppError('UNAUTHENTICATED'));
    for (let guess = 0; guess < 11_000; guess++)
      await expect(cache.get(`guess ${guess}`, refuse)).rejects.toThrow();
    expect(cache.knows('token')).toBe(true);
  });

  it('forgets one user, and does not store an answer that was requested before that', async () => {
    await cache.get('one', ask);
    await cache.get('two', async () => somebody('two'));
    let answer = (_: accounts.IdentifyResponse): void => undefined;
    const asked = cache.get('late', () => new Promise((resolve) => (answer = resolve)));
    cache.forget('one');
    answer(somebody('one'));
    await asked;
    expect(['one', 'two', 'late'].map((credential) => cache.knows(credential))).toEqual([false, true, false]);
  });
});
