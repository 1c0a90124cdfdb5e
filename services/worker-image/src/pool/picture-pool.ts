import { setTimeout as sleep } from 'node:timers/promises';
import { type EngineContext, nodeFiles } from '@filemill/worker';
import { JailedPicture } from './jailed-picture.js';

/** Work after which a process is replaced even for the same owner: leaks and the CPU limit never come near. */
const MAX_BUSY_MS = 240_000;
/** A process kept for an owner who sends nothing more. */
const MAX_IDLE_MS = 5_000;
const BOOT_RETRY_MS = 1_000;
/** Starting a process holds up this one for some milliseconds: the result in hand goes first. */
const REPLENISH_AFTER_MS = 30;

interface Kept {
  readonly picture: JailedPicture;
  readonly ownerKey: string;
  busyMs: number;
  /** Set while it waits for the owner's next job. */
  expiry?: NodeJS.Timeout;
}

/**
 * Jailed processes: `slots` fresh ones stand by, and one that has worked stays only for its own owner's next job. No
 * process ever sees the files of two owners. What was taken is replaced when its job has ended, so that booting does not
 * take a core away from a job that is alone; only the last one is replaced at once.
 */
export class PicturePool {
  private readonly spares: Promise<JailedPicture>[] = [];
  private readonly kept = new Set<Kept>();
  private readonly ending = new Set<Promise<void>>();
  private replenishing: NodeJS.Timeout | undefined;
  private closed = false;

  private readonly script = nodeFiles(new URL('../../', import.meta.url), 'picture.main.js', ['sharp']);

  private constructor(private readonly context: EngineContext) {}

  /** @throws {Error} if a process does not boot: a worker without it does not start */
  static async start(context: EngineContext): Promise<PicturePool> {
    const pool = new PicturePool(context);
    pool.replenish(() => pool.boot());
    const booted = await Promise.allSettled(pool.spares);
    const failed = booted.find((result) => result.status === 'rejected');
    if (failed) {
      await pool.close();
      throw failed.reason;
    }
    return pool;
  }

  /**
   * @param once - nothing more will come from this owner
   * @param work - an error ends the process: what made it fail may have harmed it
   */
  async use<T>(ownerKey: string, once: boolean, work: (picture: JailedPicture) => Promise<T>): Promise<T> {
    const lease = await this.take(ownerKey);
    const startedAt = performance.now();
    try {
      const result = await work(lease.picture);
      lease.busyMs += performance.now() - startedAt;
      if (once || this.closed || lease.busyMs > MAX_BUSY_MS) this.end(lease.picture);
      else this.keep(lease);
      return result;
    } catch (error) {
      this.end(lease.picture);
      throw error;
    } finally {
      this.replenishSoon();
    }
  }

  async close(): Promise<void> {
    this.closed = true;
    for (const lease of this.kept) this.drop(lease);
    for (const spare of await Promise.allSettled(this.spares.splice(0))) {
      if (spare.status === 'fulfilled') this.end(spare.value);
    }
    await Promise.all(this.ending);
  }

  private async take(ownerKey: string): Promise<Kept> {
    const own = [...this.kept].find((lease) => lease.ownerKey === ownerKey && lease.picture.isAlive);
    if (own) {
      clearTimeout(own.expiry);
      this.kept.delete(own);
      return own;
    }
    // Memory for one waiting process per slot: the one that has waited longest makes room.
    const [oldest] = this.kept;
    if (oldest && this.kept.size >= this.context.slots) this.drop(oldest);
    return { picture: await this.takeSpare(), ownerKey, busyMs: 0 };
  }

  private async takeSpare(): Promise<JailedPicture> {
    const spare = this.spares.shift() ?? this.boot();
    if (this.spares.length === 0) this.spares.push(this.bootSpare());
    const picture = await spare;
    if (picture.isAlive) return picture;
    // It was killed while it stood by: the job need not know.
    this.end(picture);
    return this.boot();
  }

  private replenishSoon(): void {
    clearTimeout(this.replenishing);
    this.replenishing = setTimeout(() => {
      if (!this.closed) this.replenish(() => this.bootSpare());
    }, REPLENISH_AFTER_MS);
    this.replenishing.unref();
  }

  private replenish(boot: () => Promise<JailedPicture>): void {
    while (this.spares.length < this.context.slots) this.spares.push(boot());
  }

  private boot(): Promise<JailedPicture> {
    return JailedPicture.boot(this.context, this.script);
  }

  /** One failed boot is tried again once, later; the job that meets the second failure reports it. */
  private bootSpare(): Promise<JailedPicture> {
    const booting = this.boot().catch(async (error: unknown) => {
      this.context.logger.error({ err: error }, 'a picture process did not boot');
      await sleep(BOOT_RETRY_MS);
      return this.boot();
    });
    // Whoever takes it hears of the failure; until then nobody does.
    booting.catch(() => undefined);
    return booting;
  }

  private keep(lease: Kept): void {
    lease.expiry = setTimeout(() => this.drop(lease), MAX_IDLE_MS);
    lease.expiry.unref();
    this.kept.add(lease);
  }

  private drop(lease: Kept): void {
    clearTimeout(lease.expiry);
    this.kept.delete(lease);
    this.end(lease.picture);
  }

  private end(picture: JailedPicture): void {
    const ending = picture
      .end()
      .catch((error: unknown) => this.context.logger.error({ err: error }, 'a picture process did not end'))
      .finally(() => this.ending.delete(ending));
    this.ending.add(ending);
  }
}
