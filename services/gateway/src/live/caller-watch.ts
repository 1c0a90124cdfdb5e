import { AppError } from '@filemill/errors';
import type { FastifyRequest } from 'fastify';
import { onAbort } from '../http/disconnect.js';
import type { Caller } from '../identity/caller.js';
import type { Identity } from '../identity/identity.js';

/** An answer of accounts is at most 4 s old: with this interval, an ended session is noticed within 5 s. */
const CHECK_EVERY_MS = 1_000;

/** Checks repeatedly who sent a request that stays open. */
export class CallerWatch {
  private readonly over = new AbortController();
  /** Aborts when the credential of the request becomes invalid. */
  readonly signal = this.over.signal;
  private readonly timer: NodeJS.Timeout;

  /**
   * @param caller - current; later with the plan of that time
   * @param gone - ends the watch
   */
  constructor(
    private readonly identity: Identity,
    private readonly request: FastifyRequest,
    public caller: Caller,
    gone: AbortSignal,
  ) {
    this.timer = setInterval(() => void this.check(), CHECK_EVERY_MS);
    // A guest's fingerprint does not expire.
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
      // No answer of accounts is not a refusal.
      if (AppError.from(error).retry) return;
      this.close();
      this.over.abort();
    }
  }
}
