import { AppError } from '@filemill/errors';
import type { Logger } from '@filemill/platform';
import type { ConversionChanges } from './changes.js';
import { AttemptLost } from './interruptions.js';
import type { Ledger } from './ledger.js';

/** How often the row is read again, in case a message was lost. */
const REREAD_MS = 5_000;

/** Aborts its signal with {@link AttemptLost} once the attempt is not the current one any more. */
export class AttemptWatch {
  private readonly lost = new AbortController();
  private readonly timer: NodeJS.Timeout;
  private attempt: number | undefined;
  private ownVersion = 0;
  private unsubscribe: () => Promise<void> = async () => undefined;

  private constructor(
    private readonly conversionId: string,
    private readonly ledger: Ledger,
    private readonly logger: Logger,
  ) {
    this.timer = setInterval(() => void this.reread(), REREAD_MS);
  }

  /** Subscribes first, so that nothing that happens after the claim is missed. */
  static async open(
    conversionId: string,
    ledger: Ledger,
    changes: ConversionChanges,
    logger: Logger,
  ): Promise<AttemptWatch> {
    const watch = new AttemptWatch(conversionId, ledger, logger);
    watch.unsubscribe = await changes.subscribe(conversionId, (version) => {
      if (version > watch.ownVersion) void watch.reread();
    });
    return watch;
  }

  get signal(): AbortSignal {
    return this.lost.signal;
  }

  /** @param version - of the row after the claim; messages about older versions are ignored */
  claimed(attempt: number, version: number): void {
    this.attempt = attempt;
    this.ownVersion = version;
  }

  async close(): Promise<void> {
    clearInterval(this.timer);
    await this.unsubscribe();
  }

  private async reread(): Promise<void> {
    const { conversionId, attempt } = this;
    if (attempt === undefined || this.lost.signal.aborted) return;
    try {
      const { current } = await this.ledger.checkAttempt({ conversionId, attempt });
      if (!current) this.lost.abort(new AttemptLost());
    } catch (error) {
      if (AppError.from(error).code === 'NOT_FOUND') this.lost.abort(new AttemptLost());
      else this.logger.warn({ err: error, conversionId }, 'could not read the conversion again');
    }
  }
}
