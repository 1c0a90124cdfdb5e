import type { usage } from '@filemill/contracts';
import { AppError } from '@filemill/errors';
import type { Ledger } from '../conversion/ledger.js';

const FINAL = ['completed', 'failed', 'cancelled'];
const MAX_TRIES = 2;

/** One row of the usage service with its rules for attempts, for tests of a worker without it. */
export class InMemoryLedger implements Ledger {
  tries = 0;
  private claimToken = '';

  /** @param onChange - hears of each new version, as a subscriber of the Redis channel would */
  constructor(
    public row: usage.Conversion,
    private readonly onChange: (version: number) => void = () => undefined,
  ) {}

  async claimAttempt({ claimToken }: usage.ClaimAttemptRequest): Promise<usage.ClaimAttemptResponse> {
    if (claimToken === this.claimToken && this.row.status === 'converting') {
      return { granted: true, attempt: this.row.attempt, conversion: this.row };
    }
    if (this.isFinal) return { granted: false, attempt: 0, conversion: this.row };
    if (this.tries >= MAX_TRIES) {
      this.change({ status: 'failed', errorCode: 'ENGINE_FAILED' });
      return { granted: false, attempt: 0, conversion: this.row };
    }
    this.tries += 1;
    this.claimToken = claimToken;
    this.change({ status: 'converting', attempt: this.row.attempt + 1 });
    return { granted: true, attempt: this.row.attempt, conversion: this.row };
  }

  async checkAttempt({ attempt }: usage.CheckAttemptRequest): Promise<usage.CheckAttemptResponse> {
    return { current: this.isCurrent(attempt) };
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

  private get isFinal(): boolean {
    return FINAL.includes(this.row.status);
  }

  private isCurrent(attempt: number): boolean {
    return this.row.status === 'converting' && this.row.attempt === attempt;
  }

  private change(changes: Partial<usage.Conversion>): void {
    this.row = { ...this.row, ...changes, version: this.row.version + 1 };
    this.onChange(this.row.version);
  }
}
