import type { Rotating } from '@filemill/platform';
import { testRuntime } from '@filemill/platform/testing';
import { describe, expect, it } from '@jest/globals';
import { jwtVerify } from 'jose';
import type { GatewayConfig } from '../config.js';
import { SignedTokens } from './signed-tokens.js';

const ID = '019be5b2-7c00-7000-8000-000000000001';
const NOW_MS = Date.parse('2027-01-01T00:00:00Z');
let nowMs = NOW_MS;
const tokensOf = (...secrets: Rotating<string>): SignedTokens =>
  new SignedTokens(
    { DOWNLOAD_TOKEN_SECRET: secrets } as unknown as GatewayConfig,
    testRuntime('gateway', { nowMs: () => nowMs }),
  );

describe('SignedTokens', () => {
  const tokens = tokensOf('s'.repeat(32));

  it('makes tokens that the JWT library accepts, for one id and one purpose, until they expire', async () => {
    const token = tokens.sign(ID, 'download', NOW_MS + 60_000);
    const rules = { algorithms: ['HS256'], audience: 'download', subject: ID, currentDate: new Date(NOW_MS) };
    await expect(jwtVerify(token, Buffer.from('s'.repeat(32)), rules)).resolves.toMatchObject({});
    expect(tokens.verify(token, ID, 'download')).toBeUndefined();
    expect(() => tokens.verify(token, ID, 'events')).toThrow(expect.objectContaining({ code: 'NOT_FOUND' }));
    expect(() => tokens.verify(token, ID.replace('1', '2'), 'download')).toThrow(
      expect.objectContaining({ code: 'NOT_FOUND' }),
    );
    nowMs = NOW_MS + 61_000;
    expect(() => tokens.verify(token, ID, 'download')).toThrow(expect.objectContaining({ code: 'GONE' }));
    nowMs = NOW_MS;
  });

  it('makes links that stay valid while the secret is replaced, until the old secret is removed', async () => {
    const [old, next] = ['s'.repeat(32), 'n'.repeat(32)];
    const endMs = NOW_MS + 60_000;
    const [first, both, last] = [tokensOf(old), tokensOf(next, old), tokensOf(next)];
    const [before, after] = [first.sign(ID, 'download', endMs), both.sign(ID, 'download', endMs)];
    expect(tokensOf(old, next).sign(ID, 'download', endMs)).toBe(before);
    for (const gateway of [tokensOf(old, next), both])
      for (const link of [before, after]) expect(gateway.verify(link, ID, 'download')).toBeUndefined();
    expect(last.verify(after, ID, 'download')).toBeUndefined();
    expect(() => last.verify(before, ID, 'download')).toThrow(expect.objectContaining({ code: 'NOT_FOUND' }));
    nowMs = NOW_MS + 61_000;
    expect(() => both.verify(before, ID, 'download')).toThrow(expect.objectContaining({ code: 'GONE' }));
    nowMs = NOW_MS;
  });

  it('refuses a token that was signed with another secret or altered', async () => {
    const other = tokensOf('t'.repeat(32)).sign(ID, 'download', NOW_MS + 60_000);
    const [head, , signature] = tokens.sign(ID, 'download', NOW_MS + 60_000).split('.');
    const claims = { sub: ID, aud: 'download', exp: Math.floor(NOW_MS / 1_000) + 9_999 };
    const altered = `${head}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.${signature}`;
    const unsigned = `${altered.slice(0, altered.lastIndexOf('.'))}.`;
    for (const token of [
      other,
      altered,
      unsigned,
      `${head}.x`,
      '',
      `${tokens.sign(ID, 'download', NOW_MS + 60_000)}.x`,
    ])
      expect(() => tokens.verify(token, ID, 'download')).toThrow(
        expect.objectContaining({ code: 'NOT_FOUND' }),
      );
  });
});
