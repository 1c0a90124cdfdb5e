import type { Logger } from './logger.js';

/** Runs something again and again, never twice at once; a failure is logged and the next beat tries again. */
export class Beat {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> = Promise.resolve();
  private stopped = false;

  constructor(
    private readonly name: string,
    private readonly intervalMs: number,
    private readonly work: () => Promise<void>,
    private readonly logger: Logger,
  ) {}

  start(): void {
    this.running = this.work().catch((err: unknown) =>
      this.logger.error({ err, beat: this.name }, 'beat failed'),
    );
    void this.running.then(() => {
      if (!this.stopped) this.timer = setTimeout(() => this.start(), this.intervalMs);
    });
  }

  /** Resolves once the run that is under way has ended. */
  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.running;
  }
}
