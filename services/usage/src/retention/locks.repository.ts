import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** First half of the locks' keys ("use" in ASCII); the second is the name's hash. */
const LOCK_CLASS = 0x757365;

/** Locks that all instances of this service share. */
@Injectable()
export class LocksRepository {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * Runs `work` unless another instance is at it. Postgres frees the lock when the connection that took it ends, so an
   * instance that dies holds nobody up.
   *
   * @returns false if another instance is at it
   */
  async tryWith(name: string, work: () => Promise<void>): Promise<boolean> {
    const holder = this.dataSource.createQueryRunner();
    const key = [LOCK_CLASS, name];
    try {
      const [row]: [{ taken: boolean }] = await holder.query(
        'SELECT pg_try_advisory_lock($1, hashtext($2)) AS taken',
        key,
      );
      if (!row.taken) return false;
      try {
        await work();
      } finally {
        await holder.query('SELECT pg_advisory_unlock($1, hashtext($2))', key);
      }
      return true;
    } finally {
      await holder.release();
    }
  }
}
