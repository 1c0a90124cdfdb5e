import { decodeJwt, jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import { isWorker } from './callers.js';

const secret = z.string().min(32, 'at least 32 characters');

/** Which process calls, and how the called one knows. */
export const serviceTokenConfig = {
  /** Shared by all services of one installation, but no worker; signs the tokens with which they call each other. */
  SERVICE_TOKEN_SECRET: secret,
};

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

/** Makes tokens that name the calling service; one is reused for half of its life. */
export class ServiceTokens {
  private readonly key: Uint8Array;
  private readonly workerKey: Uint8Array | undefined;
  /** A caller sends the same token for half a minute: checking it once is a fifth of the time of a short call. */
  private readonly verified = new Map<string, { caller: string; untilMs: number }>();
  private current: { token: string; renewAtMs: number } | undefined;

  /**
   * @param secret - of the services, or of the workers where `service` is one
   * @param service - name of this process
   * @param workerSecret - only where workers are let in; without it no token is a worker's
   */
  constructor(
    secret: string,
    readonly service: string,
    workerSecret?: string,
  ) {
    this.key = new TextEncoder().encode(secret);
    this.workerKey = workerSecret === undefined ? undefined : new TextEncoder().encode(workerSecret);
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
        .sign(this.key);
      this.current = { token, renewAtMs: nowMs + (LIFETIME_SECONDS * 1000) / 2 };
    }
    return this.current.token;
  }

  /** The calling service's name, or undefined for a token that is missing, altered or stale. */
  async caller(token: string | undefined): Promise<string | undefined> {
    if (!token) return undefined;
    const known = this.verified.get(token);
    if (known && Date.now() < known.untilMs) return known.caller;
    try {
      const options = { audience: AUDIENCE, algorithms: ['HS256'], clockTolerance: LEEWAY_SECONDS };
      const { iss: claimed = '' } = decodeJwt(token);
      // The name decides the key, so that neither secret can make a token in the name of the other's holders.
      const key = isWorker(claimed) ? this.workerKey : this.key;
      if (!key) return undefined;
      const { iss, exp = 0 } = (await jwtVerify(token, key, options)).payload;
      if (this.verified.size >= MAX_VERIFIED) this.verified.clear();
      if (iss) this.verified.set(token, { caller: iss, untilMs: exp * 1000 });
      return iss;
    } catch {
      return undefined; // which of the reasons it was is of no use to the caller
    }
  }
}
