import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { SignJWT, UnsecuredJWT } from 'jose';
import { z } from 'zod';
import {
  signUserToken,
  tokenPrivateKeyConfig,
  tokenPublicKeyConfig,
  USER_TOKEN_LIFETIME_MS,
  verifyUserToken,
} from './user-token.js';

const NOW_MS = Date.parse('2026-11-21T02:15:00Z');
const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const said = { userId: 'a-user', sessionId: 'a-session' };
const refused = { code: 'UNAUTHENTICATED' };

describe('a bearer token', () => {
  it('identifies its user for 7 days, and 60 s more for clocks that differ', async () => {
    const token = await signUserToken(said, privateKey, NOW_MS);
    const endMs = NOW_MS + USER_TOKEN_LIFETIME_MS;
    expect(await verifyUserToken(token, [publicKey], NOW_MS)).toEqual(said);
    expect(await verifyUserToken(token, [publicKey], endMs + 59_000)).toEqual(said);
    await expect(verifyUserToken(token, [publicKey], endMs + 61_000)).rejects.toMatchObject(refused);
  });

  it('is refused without a signature, by another key, another algorithm, or for another audience', async () => {
    const claims = { sub: 'a-user', jti: 'a-session', iss: 'filemill', aud: 'filemill-api', exp: NOW_MS };
    const spki = Buffer.from(publicKey.export({ type: 'spki', format: 'pem' }));
    const untrusted = generateKeyPairSync('ed25519').privateKey;
    const forged = [
      new UnsecuredJWT(claims).encode(),
      // The public key as the secret of an HMAC: the classic confusion.
      await new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(spki),
      await signUserToken(said, untrusted, NOW_MS),
      await new SignJWT({ ...claims, aud: 'another' }).setProtectedHeader({ alg: 'EdDSA' }).sign(privateKey),
      'not a token',
    ];
    for (const token of forged)
      await expect(verifyUserToken(token, [publicKey], NOW_MS)).rejects.toMatchObject(refused);
  });
});

describe('while the key is rotated', () => {
  const next = generateKeyPairSync('ed25519');
  const [old, now] = [publicKey, next.publicKey];

  it('accepts tokens of both keys, and those of the old key only until it is removed', async () => {
    const tokens = [
      await signUserToken(said, privateKey, NOW_MS),
      await signUserToken(said, next.privateKey, NOW_MS),
    ];
    for (const both of [
      [old, now],
      [now, old],
    ])
      for (const token of tokens) expect(await verifyUserToken(token, both, NOW_MS)).toEqual(said);
    const [oldToken = '', newToken = ''] = tokens;
    expect(await verifyUserToken(newToken, [now], NOW_MS)).toEqual(said);
    await expect(verifyUserToken(oldToken, [now], NOW_MS)).rejects.toMatchObject(refused);
  });

  it('refuses an expired token of either key', async () => {
    for (const key of [privateKey, next.privateKey]) {
      const token = await signUserToken(said, key, NOW_MS);
      const later = NOW_MS + USER_TOKEN_LIFETIME_MS + 61_000;
      await expect(verifyUserToken(token, [now, old], later)).rejects.toMatchObject(refused);
    }
  });
});

describe('the variables of the keys', () => {
  const encode = (text: string | Buffer) => Buffer.from(text).toString('base64url');

  it('accept only Ed25519 keys in PEM, and never print a value', () => {
    const config = z.object({ ...tokenPrivateKeyConfig, ...tokenPublicKeyConfig });
    const values = {
      TOKEN_PRIVATE_KEY: encode(privateKey.export({ type: 'pkcs8', format: 'pem' })),
      TOKEN_PUBLIC_KEY: encode(publicKey.export({ type: 'spki', format: 'pem' })),
    };
    expect(config.parse(values).TOKEN_PUBLIC_KEY[0].equals(publicKey)).toBe(true);
    const rsa = generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey;
    for (const wrong of ['hunter2', encode(rsa.export({ type: 'pkcs8', format: 'pem' }))]) {
      const { error } = config.safeParse({ ...values, TOKEN_PRIVATE_KEY: wrong });
      expect(error?.issues.map(({ message }) => message)).toEqual([
        'base64url of an Ed25519 private key in PEM',
      ]);
      expect(JSON.stringify(error)).not.toContain('hunter2');
    }
  });
});
