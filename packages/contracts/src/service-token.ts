import { jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';

/** Which process calls, and how the called one knows. */
export const serviceTokenConfig = {
  /** Shared by all services of one installation; signs the tokens with which they call each other. */
  SERVICE_TOKEN_SECRET: z.string().min(32, 'at least 32 characters'),
};

/** Short, because a token is made for each minute of calls and travels inside the cluster only. */
const LIFETIME_SECONDS = 60;
const AUDIENCE = 'filemill-internal';

/** Makes tokens that name the calling service; one is reused for half of its life. */
export class ServiceTokens {
  private readonly key: Uint8Array;
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
    try {
      const options = { audience: AUDIENCE, algorithms: ['HS256'], clockTolerance: 60 };
      return (await jwtVerify(token, this.key, options)).payload.iss;
    } catch {
      return undefined; // which of the reasons it was is of no use to the caller
    }
  }
}
