import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import type { LinkPurpose } from '@filemill/api';
import { verifyWithAnyKey } from '@filemill/contracts';
import { AppError } from '@filemill/errors';
import { type Clock, type Rotating, RUNTIME, type Runtime } from '@filemill/platform';
import { Inject, Injectable } from '@nestjs/common';
import { errors, jwtVerify } from 'jose';
import { LRUCache } from 'lru-cache';
import { GATEWAY_CONFIG, type GatewayConfig } from '../config.js';

/** Number of cached tokens, of about 300 bytes each. */
const MAX_REMEMBERED = 10_000;

/**
 * Header of every token: a compact JWS with HMAC-SHA-256 (RFC 7515). They are signed here, because jose signs in a
 * thread, which cost a twentieth of an acceptance.
 */
const HEADER = Buffer.from(JSON.stringify({ alg: 'HS256' })).toString('base64url');

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
    const token = `${text}.${createHmac('sha256', this.keys[0]).update(text).digest('base64url')}`;
    this.signed.set(name, token);
    return token;
  }

  /**
   * @throws {AppError} GONE after the token's expiry; NOT_FOUND if it was altered, or made for another id or
   *   purpose
   */
  async verify(token: string, id: string, purpose: LinkPurpose): Promise<void> {
    try {
      const options = {
        algorithms: ['HS256'],
        audience: purpose,
        subject: id,
        currentDate: new Date(this.clock.nowMs()),
      };
      await verifyWithAnyKey(this.keys, (key) => jwtVerify(token, key, options));
    } catch (error) {
      throw error instanceof errors.JWTExpired
        ? new AppError('GONE', {}, { cause: error })
        : new AppError(
            'NOT_FOUND',
            { what: purpose === 'zip' ? 'This link' : 'This conversion' },
            { cause: error },
          );
    }
  }
}

const keyOf = (secret: string): KeyObject => createSecretKey(Buffer.from(secret));
