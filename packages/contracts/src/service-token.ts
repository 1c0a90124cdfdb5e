import { jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';

/** Which process calls, and how the called one knows. */
export const serviceTokenConfig = {
  /** Shared by all services of one installation; signs the tokens with which they call each other. */
  SERVICE_TOKEN_SECRET: z.string().min(32, 'at least 32 characters'),
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
  /** A caller sends the same token for half a minute: checking it once is a fifth of the time of a short call. */
  private readonly verified = new Map<string, { caller: string; untilMs: number }>();
  private current: { token: string; renewAtMs: number } | undefined;

  constructor(
    secret: string,
    private readonly service: string,
  ) {
    this.key = new TextEncoder().encode(secret);
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
      const { iss, exp = 0 } = (await jwtVerify(token, this.key, options)).payload;
      if (this.verified.size >= MAX_VERIFIED) this.verified.clear();
      if (iss) this.verified.set(token, { caller: iss, untilMs: exp * 1000 });
      return iss;
    } catch {
      return undefined; // which of the reasons it was is of no use to the caller
    }
  }
}
