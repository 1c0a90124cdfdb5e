import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto';
import type { LinkPurpose } from '@filemill/api';
import { AppError } from '@filemill/errors';
import { type Clock, type Rotating, RUNTIME, type Runtime } from '@filemill/platform';
import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { GATEWAY_CONFIG, type GatewayConfig } from '../config.js';

/** Number of cached tokens, of about 300 bytes each. */
const MAX_REMEMBERED = 10_000;

/**
 * Header of every token: a compact JWS with HMAC-SHA-256 (RFC 7515). They are signed and checked here, because jose does both
 * in a thread, which cost a twentieth of an acceptance and as much of a download.
 */
const HEADER = Buffer.from(JSON.stringify({ alg: 'HS256' })).toString('base64url');

/** What a token says; read only after its signature was checked. */
const claimsSchema = z.object({ sub: z.string(), aud: z.string(), exp: z.int() });

/** Tokens for links that work without headers: one conversion (or zip), one purpose, until an expiry. */
@Injectable()
export class SignedTokens {
  /** The first one signs, all are accepted. */
  private readonly keys: Rotating<KeyObject>;
  /** Cached, because the same lists are shown repeatedly. */
  private readonly signed = new LRUCache<string, string>({ max: MAX_REMEMBERED });
  private readonly clock: Clock;

  constructor(@Inject(GATEWAY_CONFIG) config: GatewayConfig, @Inject(RUNTIME) runtime: Runtime) {
    const [current, ...others] = config.DOWNLOAD_TOKEN_SECRET;
    this.keys = [keyOf(current), ...others.map(keyOf)];
    this.clock = runtime.clock;
  }

  sign(id: string, purpose: LinkPurpose, expiresAtMs: number): string {
    const name = `${purpose} ${id} ${expiresAtMs}`;
    const known = this.signed.get(name);
    if (known) return known;
    const claims = { sub: id, aud: purpose, exp: Math.floor(expiresAtMs / 1000) };
    const text = `${HEADER}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}`;
    const token = `${text}.${signatureOf(text, this.keys[0]).toString('base64url')}`;
    this.signed.set(name, token);
    return token;
  }

  /**
   * @throws {AppError} GONE after the token's expiry; NOT_FOUND if it was altered, or made for another id or
   *   purpose
   */
  verify(token: string, id: string, purpose: LinkPurpose): void {
    const claims = this.claimsOf(token);
    if (claims?.sub !== id || claims.aud !== purpose)
      throw new AppError('NOT_FOUND', { what: purpose === 'zip' ? 'This link' : 'This conversion' });
    if (claims.exp <= Math.floor(this.clock.nowMs() / 1_000)) throw new AppError('GONE');
  }

  /** The claims of a token that was signed with one of the keys and not altered. */
  private claimsOf(token: string): z.infer<typeof claimsSchema> | undefined {
    const [header, claims = '', signature = '', ...others] = token.split('.');
    if (header !== HEADER || others.length > 0) return undefined;
    const given = Buffer.from(signature, 'base64url');
    const isSigned = this.keys.some((key) => {
      const expected = signatureOf(`${header}.${claims}`, key);
      return given.length === expected.length && timingSafeEqual(given, expected);
    });
    return isSigned ? claimsSchema.parse(JSON.parse(Buffer.from(claims, 'base64url').toString())) : undefined;
  }
}

const signatureOf = (text: string, key: KeyObject): Buffer => createHmac('sha256', key).update(text).digest();

const keyOf = (secret: string): KeyObject => createSecretKey(Buffer.from(secret));
