import { AppError } from '@filemill/errors';
import type { FastifyRequest } from 'fastify';
import { onAbort } from '../http/disconnect.js';
import type { Caller } from '../identity/caller.js';
import type { IdentityService } from '../identity/identity.service.js';

/** What accounts said is at most 4 s old: with this, a session that ended is cut off within 5 s. */
const CHECK_EVERY_MS = 1_000;

/** Looks again and again who sent a request that stays open. */
export class CallerWatch {
  private readonly over = new AbortController();
  /** Aborts once the credential of the request is no longer good. */
  readonly signal = this.over.signal;
  private readonly timer: NodeJS.Timeout;

  /**
   * @param caller - as of now; later with the plan of that time
   * @param gone - ends the watch
   */
  constructor(
    private readonly identity: IdentityService,
    private readonly request: FastifyRequest,
    public caller: Caller,
    gone: AbortSignal,
  ) {
    this.timer = setInterval(() => void this.check(), CHECK_EVERY_MS);
    // A guest's fingerprint does not end.
    if (caller.kind === 'guest') this.close();
    onAbort(gone, () => this.close());
  }

  private close(): void {
    clearInterval(this.timer);
  }

  private async check(): Promise<void> {
    try {
      this.caller = await this.identity.identify(this.request);
    } catch (error) {
      // Accounts that do not answer have said nothing about it.
      if (AppError.from(error).retry) return;
      this.close();
      this.over.abort();
    }
  }
}
