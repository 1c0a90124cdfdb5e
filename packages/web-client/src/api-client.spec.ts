import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { requestJson, routeAddress } from './api-client.js';

describe('routeAddress', () => {
  it('encodes what it puts into the path', () => {
    expect(routeAddress('/api/formats/{input}', { params: { input: 'tar.gz/x' } })).toBe(
      '/api/formats/tar.gz%2Fx',
    );
  });

  it('does not compile for a path that no route has, nor without the parameters of a path', () => {
    // @ts-expect-error no route has this path
    expect(routeAddress('/api/unknown')).toBe('/api/unknown');
    // @ts-expect-error the path has a parameter
    expect(routeAddress('/api/download/{id}')).toBe('/api/download/');
  });
});

describe('requestJson', () => {
  const send = jest.fn<typeof fetch>();
  const realFetch = globalThis.fetch;
  beforeEach(() => {
    globalThis.fetch = send;
  });
  afterEach(() => {
    globalThis.fetch = realFetch;
    send.mockReset();
  });
  const answerWith = (status: number, body: unknown) =>
    send.mockResolvedValue({ ok: true, status, json: async () => body } as Response);

  it('writes the query without names that have no value, and returns the answer', async () => {
    answerWith(200, [{ id: 'c1' }]);
    const query = { limit: 5, before: undefined };
    const [first] = await requestJson('GET', '/api/admin/recent-conversions', { query });
    expect(send.mock.calls[0]?.[0]).toBe('/api/admin/recent-conversions?limit=5');
    expect(first?.id).toBe('c1');
  });

  it('sends a body as JSON, and returns undefined for an answer without content', async () => {
    answerWith(204, null);
    expect(await requestJson('DELETE', '/api/user', { body: { password: 'secret' } })).toBeUndefined();
    const { method, body, headers } = send.mock.calls[0]?.[1] ?? {};
    expect([method, body]).toEqual(['DELETE', '{"password":"secret"}']);
    expect(new Headers(headers).get('Content-Type')).toBe('application/json');
  });
});
