import type { usage } from '@filemill/contracts';
import { AppError } from '@filemill/errors';
import { hasEnded } from '@filemill/product';
import type { Ledger } from '../conversion/ledger.js';

const MAX_TRIES = 2;

/** One row of the usage service with its rules for attempts, for tests of a worker without it. */
export class InMemoryLedger implements Ledger {
  tries = 0;
  /** How long an attempt counts as alive without a heartbeat. */
  leaseMs = 20_000;
  /** Time that the next claim returns; no worker may rely on its own clock. */
  remainingMs = 50 * 60_000;
  private claimToken = '';
  private checkedAt = 0;

  /** @param onChange - called after each change */
  constructor(
    public row: usage.Conversion,
    private readonly onChange: () => void = () => undefined,
  ) {}

  async claimAttempt({ claimToken }: usage.ClaimAttemptRequest): Promise<usage.ClaimAttemptResponse> {
    if (claimToken === this.claimToken && this.row.status === 'converting') {
      return this.grant();
    }
    if (this.isFinal) return { granted: false, attempt: 0, conversion: this.row };
    const leaseLeftMs = Math.ceil(this.checkedAt + this.leaseMs - performance.now());
    if (this.row.status === 'converting' && leaseLeftMs > 0) {
      return { granted: false, attempt: 0, conversion: this.row, retryInMs: leaseLeftMs };
    }
    if (this.tries >= MAX_TRIES) {
      this.change({ status: 'failed', errorCode: 'ENGINE_FAILED' });
      return { granted: false, attempt: 0, conversion: this.row };
    }
    this.tries += 1;
    this.claimToken = claimToken;
    this.change({ status: 'converting', attempt: this.row.attempt + 1 });
    return this.grant();
  }

  async checkAttempt({ attempt }: usage.CheckAttemptRequest): Promise<usage.CheckAttemptResponse> {
    const current = this.isCurrent(attempt);
    if (current) this.checkedAt = performance.now();
    return { current };
  }

  async settleAttempt(request: usage.SettleAttemptRequest): Promise<usage.SettleAttemptResponse> {
    if (!this.isCurrent(request.attempt)) return { settled: false, conversion: this.row };
    const { completed, failed } = request;
    if (completed) {
      this.change({ ...completed, status: 'completed' });
    } else if (failed && new AppError(failed.code as 'ENGINE_FAILED').retry && this.tries < MAX_TRIES) {
      this.change({ status: 'pending' });
      return { settled: false, conversion: this.row };
    } else {
      this.change({ status: 'failed', errorCode: failed?.code });
    }
    return { settled: true, conversion: this.row };
  }

  async returnAttempt({ attempt }: usage.ReturnAttemptRequest): Promise<usage.ReturnAttemptResponse> {
    if (this.isCurrent(attempt)) {
      this.tries -= 1;
      this.change({ status: 'pending' });
    }
    return {};
  }

  /** What a user who cancels does. */
  cancel(): void {
    this.change({ status: 'cancelled', errorCode: 'CANCELLED' });
  }

  private grant(): usage.ClaimAttemptResponse {
    this.checkedAt = performance.now();
    const { attempt } = this.row;
    return { granted: true, attempt, conversion: this.row, remainingMs: this.remainingMs };
  }

  private get isFinal(): boolean {
    return hasEnded(this.row.status);
  }

  private isCurrent(attempt: number): boolean {
    return this.row.status === 'converting' && this.row.attempt === attempt;
  }

  private change(changes: Partial<usage.Conversion>): void {
    this.row = { ...this.row, ...changes, version: this.row.version + 1 };
    this.onChange();
  }
}

/** One pixel. */
export const PIXEL_PNG: Buffer = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
/** One white pixel. */
export const PIXEL_BMP: Buffer = Buffer.from(
  'Qk06AAAAAAAAADYAAAAoAAAAAQAAAAEAAAABABgAAAAAAAQAAAATCwAAEwsAAAAAAAAAAAAA////AA==',
  'base64',
);
