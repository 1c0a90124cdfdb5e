import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { AppError } from '@filemill/errors';
import { rotating } from '@filemill/platform';
import { errors, jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import { verifyWithAnyKey } from './accepted-keys.js';

/** A bearer token is valid for this long, unless its session ends earlier. */
export const USER_TOKEN_LIFETIME_MS = 7 * 24 * 3_600_000;

/** Pinned: a token must not choose its own algorithm. */
const ALGORITHM = 'EdDSA';
const ISSUER = 'filemill';
const AUDIENCE = 'filemill-api';
/** Clocks of two machines may differ by this much. */
const LEEWAY_SECONDS = 60;

/** Content of a bearer token. Only accounts knows whether its session still exists. */
interface UserToken {
  readonly userId: string;
  readonly sessionId: string;
}

const pem = (kind: string, parse: (text: string) => KeyObject) =>
  z.string().transform((value, context) => {
    try {
      const key = parse(Buffer.from(value, 'base64url').toString());
      if (key.asymmetricKeyType === 'ed25519') return key;
    } catch {
      // Neither the value nor the parser's complaint about it may be printed.
    }
    context.addIssue({ code: 'custom', message: `base64url of an Ed25519 ${kind} key in PEM` });
    return z.NEVER;
  });

/** Variable of the service that signs bearer tokens, and checks them too: base64url of a PKCS #8 PEM. */
export const tokenPrivateKeyConfig = { TOKEN_PRIVATE_KEY: rotating(pem('private', createPrivateKey)) };

/** Variable of services that only check them: base64url of an SPKI PEM. */
export const tokenPublicKeyConfig = { TOKEN_PUBLIC_KEY: rotating(pem('public', createPublicKey)) };

/** Signs a bearer token, from `nowMs` on. */
export function signUserToken(
  { userId, sessionId }: UserToken,
  privateKey: KeyObject,
  nowMs: number,
): Promise<string> {
  return new SignJWT()
    .setProtectedHeader({ alg: ALGORITHM })
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE)
    .setSubject(userId)
    .setJti(sessionId)
    .setIssuedAt(Math.floor(nowMs / 1000))
    .setExpirationTime(Math.floor((nowMs + USER_TOKEN_LIFETIME_MS) / 1000))
    .sign(privateKey);
}

/**
 * Checks signature, algorithm, issuer, audience and expiry (with 60 s leeway).
 *
 * @param publicKeys - those that are accepted
 * @throws {AppError} UNAUTHENTICATED, whatever is wrong
 */
export async function verifyUserToken(
  token: string,
  publicKeys: readonly KeyObject[],
  nowMs: number,
): Promise<UserToken> {
  const options = {
    algorithms: [ALGORITHM],
    issuer: ISSUER,
    audience: AUDIENCE,
    clockTolerance: LEEWAY_SECONDS,
    currentDate: new Date(nowMs),
    requiredClaims: ['sub', 'jti', 'exp'],
  };
  try {
    const { payload } = await verifyWithAnyKey(publicKeys, (key) => jwtVerify(token, key, options));
    return { userId: String(payload.sub), sessionId: String(payload.jti) };
  } catch (cause) {
    if (cause instanceof errors.JOSEError) throw new AppError('UNAUTHENTICATED', {}, { cause });
    throw cause;
  }
}
