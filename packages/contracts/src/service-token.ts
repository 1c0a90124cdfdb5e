import { type Rotating, rotating } from '@filemill/platform';
import { decodeJwt, errors, jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import { verifyWithAnyKey } from './accepted-keys.js';
import { isWorker } from './callers.js';

const secret = rotating(z.string().min(32, 'at least 32 characters'));

/** The secret by which services identify each other. */
export const serviceTokenConfig = {
  /** Shared by all services of one installation, but not by workers; signs the tokens of their calls. */
  SERVICE_TOKEN_SECRET: secret,
};

/** A configuration that has the {@link serviceTokenConfig}. */
export interface ServiceTokenConfig {
  readonly SERVICE_TOKEN_SECRET: Rotating<string>;
}

/** The same for workers, and for usage, the only service that accepts their calls. */
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
 * Why a caller is refused: no token; not signed with our secrets (or not a token at all); or expired even with the
 * leeway, which means that the clocks of the two machines differ.
 */
export const TOKEN_FAULTS = ['missing', 'invalid', 'expired'] as const;
/** One of {@link TOKEN_FAULTS}. */
export type TokenFault = (typeof TOKEN_FAULTS)[number];

/** The name of the calling process, or why it is refused. */
type Identified = { readonly caller: string; readonly fault?: undefined } | { readonly fault: TokenFault };

/** Makes tokens that name the calling service; one is reused for half of its life. */
export class ServiceTokens {
  private readonly keys: readonly Uint8Array[];
  private readonly workerKeys: readonly Uint8Array[];
  /** A caller sends the same token for half a minute; checking it each time would take a fifth of a short call. */
  private readonly verified = new Map<string, { caller: string; untilMs: number }>();
  private current: { token: string; renewAtMs: number } | undefined;

  /**
   * @param secrets - of the services, or of the workers where `service` is one; the first signs, all are accepted
   * @param service - name of this process
   * @param workerSecrets - only if workers may call; without them every worker token is refused
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
    // The real time, never a shifted business clock: both sides must agree.
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

  /** Verifies a token and returns its sender. */
  async identify(token: string | undefined): Promise<Identified> {
    if (!token) return { fault: 'missing' };
    const known = this.verified.get(token);
    if (known && Date.now() < known.untilMs) return { caller: known.caller };
    try {
      const options = { audience: AUDIENCE, algorithms: ['HS256'], clockTolerance: LEEWAY_SECONDS };
      const { iss: claimed = '' } = decodeJwt(token);
      // The name decides the key, so that a worker secret cannot sign a service's token, or the reverse.
      const keys = isWorker(claimed) ? this.workerKeys : this.keys;
      const { payload } = await verifyWithAnyKey(keys, (key) => jwtVerify(token, key, options));
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
