import { type Rotating, rotating } from '@filemill/platform';
import { decodeJwt, errors, jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import { verifyByAny } from './accepted-keys.js';
import { isWorker } from './callers.js';

const secret = rotating(z.string().min(32, 'at least 32 characters'));

/** Which process calls, and how the called one knows. */
export const serviceTokenConfig = {
  /** Shared by all services of one installation, but no worker; signs the tokens with which they call each other. */
  SERVICE_TOKEN_SECRET: secret,
};

/** A configuration that has the {@link serviceTokenConfig}. */
export interface ServiceTokenConfig {
  readonly SERVICE_TOKEN_SECRET: Rotating<string>;
}

/** The same for workers, and for usage, which alone takes their calls. */
export const workerTokenConfig = {
  /** Shared by the workers of one installation and its usage service. */
  WORKER_TOKEN_SECRET: secret,
};

/** Short, because a token is made for each minute of calls and travels inside the cluster only. */
const LIFETIME_SECONDS = 60;
/** Clocks of two machines may differ by this much. */
const LEEWAY_SECONDS = 60;
/** Verified tokens that are remembered: two a minute for each calling process. */
const MAX_VERIFIED = 1_000;
const AUDIENCE = 'filemill-internal';

/**
 * Why a caller is not believed: there was no token, none of our secrets has signed it (or it is no token at all), or its
 * time is over although the leeway was added, so that the clocks of the two machines differ.
 */
export const TOKEN_FAULTS = ['missing', 'invalid', 'expired'] as const;
export type TokenFault = (typeof TOKEN_FAULTS)[number];

/** The calling process by its name, or why it is not believed. */
export type Identified =
  | { readonly caller: string; readonly fault?: undefined }
  | { readonly fault: TokenFault };

/** Makes tokens that name the calling service; one is reused for half of its life. */
export class ServiceTokens {
  private readonly keys: readonly Uint8Array[];
  private readonly workerKeys: readonly Uint8Array[];
  /** A caller sends the same token for half a minute: checking it once is a fifth of the time of a short call. */
  private readonly verified = new Map<string, { caller: string; untilMs: number }>();
  private current: { token: string; renewAtMs: number } | undefined;

  /**
   * @param secrets - of the services, or of the workers where `service` is one; the first signs, all are accepted
   * @param service - name of this process
   * @param workerSecrets - only where workers are let in; without them no token is a worker's
   */
  constructor(
    secrets: string | Rotating<string>,
    readonly service: string,
    workerSecrets: string | Rotating<string> | readonly [] = [],
  ) {
    this.keys = keysOf(secrets);
    this.workerKeys = keysOf(workerSecrets);
  }

  async token(): Promise<string> {
    // The real time, never a shifted business clock: the two ends must agree.
    const nowMs = Date.now();
    if (!this.current || nowMs >= this.current.renewAtMs) {
      const token = await new SignJWT()
        .setProtectedHeader({ alg: 'HS256' })
        .setIssuer(this.service)
        .setAudience(AUDIENCE)
        .setExpirationTime(Math.floor(nowMs / 1000) + LIFETIME_SECONDS)
        .sign(this.keys[0] as Uint8Array);
      this.current = { token, renewAtMs: nowMs + (LIFETIME_SECONDS * 1000) / 2 };
    }
    return this.current.token;
  }

  /** Who has made a token, if that can be believed. */
  async identify(token: string | undefined): Promise<Identified> {
    if (!token) return { fault: 'missing' };
    const known = this.verified.get(token);
    if (known && Date.now() < known.untilMs) return { caller: known.caller };
    try {
      const options = { audience: AUDIENCE, algorithms: ['HS256'], clockTolerance: LEEWAY_SECONDS };
      const { iss: claimed = '' } = decodeJwt(token);
      // The name decides the key, so that neither secret can make a token in the name of the other's holders.
      const keys = isWorker(claimed) ? this.workerKeys : this.keys;
      const { payload } = await verifyByAny(keys, (key) => jwtVerify(token, key, options));
      const { iss, exp = 0 } = payload;
      if (!iss) return { fault: 'invalid' };
      if (this.verified.size >= MAX_VERIFIED) this.verified.clear();
      this.verified.set(token, { caller: iss, untilMs: exp * 1000 });
      return { caller: iss };
    } catch (error) {
      if (error instanceof errors.JWTExpired) return { fault: 'expired' };
      if (error instanceof errors.JOSEError) return { fault: 'invalid' };
      throw error;
    }
  }
}

const keysOf = (secrets: string | readonly string[]): Uint8Array[] =>
  [secrets].flat().map((secret) => new TextEncoder().encode(secret));
