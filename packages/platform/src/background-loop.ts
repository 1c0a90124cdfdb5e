import type { Logger } from './logger.js';

/** Runs something again and again, never twice at once, and at once when woken; a failure is logged and tried again. */
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

  /** Runs now, or once more after the run that is under way. */
  wake(): void {
    if (this.stopped) return;
    this.woken = true;
    clearTimeout(this.timer);
    this.running ??= this.run();
  }

  /** Resolves once the run that is under way has ended. */
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
