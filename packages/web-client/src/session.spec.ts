import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { call, onSessionLost, requestJson } from './api-client.js';
import { ApiError } from './api-error.js';
import { endSession, onSessionChange, readSession, startSession } from './session.js';

const user = { id: 'u1', email: 'a@example.org', username: 'A', plan: 'free' } as const;
const answer = (status: number, body = '{}') =>
  ({
    ok: status < 400,
    status,
    text: async () => body,
    json: async () => JSON.parse(body),
    headers: new Headers(),
  }) as Response;

describe('the session', () => {
  const goHome = jest.fn();
  const send = jest.fn<typeof fetch>();
  const realFetch = globalThis.fetch;
  beforeEach(() => {
    globalThis.fetch = send;
    onSessionLost(goHome);
    startSession({ token: 'secret', user });
  });
  afterEach(() => {
    globalThis.fetch = realFetch;
    endSession();
    jest.resetAllMocks();
  });

  it('is stored as two entries and sent as a bearer token with credentials', async () => {
    send.mockResolvedValue(answer(200));
    await call('/api/user');
    expect([localStorage.getItem('token'), JSON.parse(localStorage.getItem('userData') ?? '')]).toEqual([
      'secret',
      user,
    ]);
    const [, init] = send.mock.calls[0] ?? [];
    expect(init?.credentials).toBe('include');
    expect(new Headers(init?.headers).get('authorization')).toBe('Bearer secret');
  });

  it.each([401, 403])('ends with any answer of %i, and the page goes to the home page', async (status) => {
    send.mockResolvedValue(answer(status));
    await expect(call('/api/conversion-history')).rejects.toThrow(ApiError);
    expect([readSession(), localStorage.getItem('userData')]).toEqual([null, null]);
    expect(goHome).toHaveBeenCalledTimes(1);
  });

  it.each([404, 409, 422, 429, 500])('survives an answer of %i', async (status) => {
    send.mockResolvedValue(answer(status));
    await expect(call('/api/user')).rejects.toThrow(ApiError);
    expect([readSession()?.token, goHome.mock.calls.length]).toEqual(['secret', 0]);
  });

  it('is not affected by the wrong password of a sign-in form', async () => {
    send.mockResolvedValue(answer(401));
    const body = { email: 'a@example.org', password: 'wrong' };
    await expect(requestJson('POST', '/api/login', { body, keepSession: true })).rejects.toThrow(ApiError);
    expect([readSession()?.token, goHome.mock.calls.length]).toEqual(['secret', 0]);
  });

  it('is the same object while nothing changes, and reports changes in other tabs', () => {
    expect(readSession()).toBe(readSession());
    const listener = jest.fn();
    const stop = onSessionChange(listener);
    dispatchEvent(new StorageEvent('storage', { key: 'token' }));
    dispatchEvent(new StorageEvent('storage', { key: 'something else' }));
    stop();
    expect(listener).toHaveBeenCalledTimes(1);
  });

  it('ignores a stored entry that it cannot read', () => {
    localStorage.setItem('userData', '{broken');
    expect(readSession()).toEqual({ token: 'secret', user: null });
  });
});
