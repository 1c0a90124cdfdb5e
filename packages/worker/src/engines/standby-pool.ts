import type { RunResult } from '../jail/sandbox.js';
import type { EngineContext } from './engine.js';
import { type StandbyJob, StandbyProcess, type StandbyProgram } from './standby-process.js';

/** Starting a process blocks this one for some milliseconds, so the result is returned first. */
const REPLENISH_AFTER_MS = 30;

/**
 * For programs that hold dozens of megabytes while they wait: one process, however many slots there are. A second job at the
 * same time waits for a start of its own.
 */
export const ONE_SPARE = 1;

/**
 * Standby processes of one program: for a program that takes longer to load than most of its jobs. A used process is replaced after its job has ended, so that loading does not take a core away from a single
 * running job.
 */
export class StandbyPool {
  private readonly spares: Promise<StandbyProcess>[] = [];
  private readonly ending = new Set<Promise<void>>();
  private replenishing: NodeJS.Timeout | undefined;
  private closed = false;

  constructor(
    private readonly context: EngineContext,
    private readonly program: StandbyProgram,
    /** How many wait at most; none in a worker that does not serve the lanes of this engine. */
    private readonly spareCount = context.slots,
  ) {
    this.replenish();
  }

  /**
   * Runs one job in its own process.
   *
   * @throws {AppError} as `EngineContext.run`
   */
  async run(job: StandbyJob): Promise<RunResult> {
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

  private async take(): Promise<StandbyProcess> {
    const spare = await (this.spares.shift() ?? this.start());
    if (spare.isAlive) return spare;
    // It was killed while it waited: the job is run by another one.
    this.end(spare);
    return this.start();
  }

  private replenish(): void {
    while (!this.closed && this.context.standsBy && this.spares.length < this.spareCount) {
      const spare = this.start();
      // The job that uses it gets the error; this prevents an unhandled rejection until then.
      spare.catch(() => undefined);
      this.spares.push(spare);
    }
  }

  private start(): Promise<StandbyProcess> {
    return StandbyProcess.start(this.context, this.program);
  }

  private end(program: StandbyProcess): void {
    const ending = program
      .end()
      .catch((error: unknown) => this.context.logger.error({ err: error }, 'a waiting program did not end'))
      .finally(() => this.ending.delete(ending));
    this.ending.add(ending);
  }
}
