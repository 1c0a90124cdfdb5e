import { AppError } from '@filemill/errors';

/** Runs a limited number of tasks at a time, queues a limited number, and refuses the rest at once. */
export class WorkQueue {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  /**
   * @param slots - maximum running tasks
   * @param maxWaiting - maximum waiting tasks
   */
  constructor(
    private readonly slots: number,
    private readonly maxWaiting: number,
  ) {}

  /** Number of waiting tasks. */
  get length(): number {
    return this.waiting.length;
  }

  /** @throws {AppError} OVERLOADED if too many wait already */
  async run<T>(work: () => Promise<T>): Promise<T> {
    await this.enter();
    try {
      return await work();
    } finally {
      this.leave();
    }
  }

  private enter(): Promise<void> | undefined {
    if (this.running < this.slots) {
      this.running++;
      return undefined;
    }
    if (this.waiting.length >= this.maxWaiting) {
      const message = 'Too many people are signing in right now. Try again in a few seconds.';
      throw new AppError('OVERLOADED', { message, retryAfterSeconds: 5 });
    }
    return new Promise((resolve) => this.waiting.push(resolve));
  }

  /** The slot goes directly to the next task, so that no new one takes it. */
  private leave(): void {
    const next = this.waiting.shift();
    if (next) next();
    else this.running--;
  }
}
