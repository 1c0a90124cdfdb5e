import { randomUUID } from 'node:crypto';
import { type Logger, RUNTIME, type Runtime } from '@filemill/platform';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** An instance that dies holds the others up for no longer. */
const LEASE_MS = 15_000;
const RENEW_MS = 5_000;

/**
 * Locks that all instances of this service share. They are leases and hold no connection, which the work needs itself.
 * Leases run on the database's own clock, the one that all share.
 */
@Injectable()
export class LocksRepository {
  private readonly logger: Logger;

  constructor(
    private readonly dataSource: DataSource,
    @Inject(RUNTIME) { logger }: Runtime,
  ) {
    this.logger = logger;
  }

  /**
   * Runs `work` unless another instance is at it. What is locked here may be done twice, should a lease run out while
   * Postgres hangs: the lock only saves work.
   *
   * @returns false if another instance is at it
   * @throws {AppError} UNAVAILABLE while Postgres is away; whatever `work` throws
   */
  async tryWith(name: string, work: () => Promise<void>): Promise<boolean> {
    const holder = randomUUID();
    if (!(await this.take(name, holder))) return false;
    const renewal = setInterval(() => void this.take(name, holder).catch(this.notRenewed(name)), RENEW_MS);
    try {
      await work();
    } finally {
      clearInterval(renewal);
      await this.dataSource.query('DELETE FROM locks WHERE name = $1 AND holder = $2', [name, holder]);
    }
    return true;
  }

  /** Takes a lock that nobody holds, or renews one's own. */
  private async take(name: string, holder: string): Promise<boolean> {
    const rows: unknown[] = await this.dataSource.query(
      `WITH taken AS (
         INSERT INTO locks (name, holder, held_until) VALUES ($1, $2, now() + $3 * interval '1 ms')
         ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, held_until = excluded.held_until
          WHERE locks.holder = excluded.holder OR locks.held_until < now()
         RETURNING name
       ) SELECT FROM taken`,
      [name, holder, LEASE_MS],
    );
    return rows.length > 0;
  }

  private notRenewed(name: string): (err: unknown) => void {
    return (err) => this.logger.warn({ err, lock: name }, 'lease not renewed');
  }
}
