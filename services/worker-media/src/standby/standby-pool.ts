import type { EngineContext, Limits, RunResult } from '@filemill/worker';
import { type WaitingJob, WaitingProgram } from './waiting-program.js';

/** Starting a process holds up this one for some milliseconds: the result in hand goes first. */
const REPLENISH_AFTER_MS = 30;

/**
 * Programs that stand by, one for each slot, since loading ffmpeg's libraries takes longer than most of its jobs with
 * sound and every copy of streams. What was taken is replaced when its job has ended, so that loading does not take a
 * core away from a job that is alone.
 */
export class StandbyPool {
  private readonly spares: Promise<WaitingProgram>[] = [];
  private readonly ending = new Set<Promise<void>>();
  private replenishing: NodeJS.Timeout | undefined;
  private closed = false;

  constructor(
    private readonly context: EngineContext,
    private readonly program: string,
    private readonly limits: Limits,
  ) {
    this.replenish();
  }

  /**
   * Runs one job in a program of its own.
   *
   * @throws {AppError} as `EngineContext.run`
   */
  async run(job: WaitingJob): Promise<RunResult> {
    const program = await this.take();
    try {
      return await program.run(job);
    } finally {
      this.end(program);
      clearTimeout(this.replenishing);
      this.replenishing = setTimeout(() => this.replenish(), REPLENISH_AFTER_MS);
      this.replenishing.unref();
    }
  }

  async close(): Promise<void> {
    this.closed = true;
    clearTimeout(this.replenishing);
    for (const spare of await Promise.allSettled(this.spares.splice(0))) {
      if (spare.status === 'fulfilled') this.end(spare.value);
    }
    await Promise.all(this.ending);
  }

  private async take(): Promise<WaitingProgram> {
    const spare = await (this.spares.shift() ?? this.start());
    if (spare.isAlive) return spare;
    // It was killed while it stood by: the job need not know.
    this.end(spare);
    return this.start();
  }

  private replenish(): void {
    while (!this.closed && this.spares.length < this.context.slots) {
      const spare = this.start();
      // The job that takes it gets the error; until then nobody does.
      spare.catch(() => undefined);
      this.spares.push(spare);
    }
  }

  private start(): Promise<WaitingProgram> {
    return WaitingProgram.start(this.context, this.program, this.limits);
  }

  private end(program: WaitingProgram): void {
    const ending = program
      .end()
      .catch((error: unknown) => this.context.logger.error({ err: error }, 'a waiting program did not end'))
      .finally(() => this.ending.delete(ending));
    this.ending.add(ending);
  }
}
