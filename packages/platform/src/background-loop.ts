import type { Logger } from './logger.js';

/** Runs something periodically and when woken, never twice at the same time; failures are logged and retried. */
export class BackgroundLoop {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;
  private woken = false;
  private stopped = true;

  constructor(
    private readonly name: string,
    private readonly intervalMs: number,
    private readonly work: () => Promise<void>,
    private readonly logger: Logger,
  ) {}

  start(): void {
    this.stopped = false;
    this.wake();
  }

  /** Runs now, or once more after the current run. */
  wake(): void {
    if (this.stopped) return;
    this.woken = true;
    clearTimeout(this.timer);
    this.running ??= this.run();
  }

  /** Resolves once the current run has ended. */
  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.running;
  }

  private async run(): Promise<void> {
    while (this.woken && !this.stopped) {
      this.woken = false;
      try {
        await this.work();
      } catch (err) {
        this.logger.error({ err, loop: this.name }, 'loop failed');
      }
    }
    this.running = undefined;
    if (!this.stopped) this.timer = setTimeout(() => this.wake(), this.intervalMs);
  }
}
