import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { transaction } from '@filemill/database';
import { AppError } from '@filemill/errors';
import { type Logger, RUNTIME, type Runtime } from '@filemill/platform';
import { Global, Inject, Injectable, Module } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';

/** How long the lock of an instance that died keeps the others waiting. */
const RENEWED_LEASE_MS = 15_000;
const RENEW_MS = 5_000;
/** Longer than a few calls of another service that each time out and are tried again. */
const LEASE_MS = 60_000;
/** Longest wait for a lock, below the deadline of a call. */
const WAIT_MS = 8_000;
const POLL_MS = 50;

/** A lock that is held. */
export interface HeldLock {
  /** One transaction that commits only while the lock is held. @throws {AppError} UNAVAILABLE if it was lost */
  commit<T>(work: (tx: EntityManager) => Promise<T>): Promise<T>;
}

/**
 * Locks that all instances of a service share, in its table `locks` (name, holder, held_until). They are leases and hold no
 * connection, so the work may take its time. Leases run on the database's clock, which all instances share.
 */
@Injectable()
export class Locks {
  private readonly logger: Logger;

  constructor(
    private readonly dataSource: DataSource,
    @Inject(RUNTIME) { logger }: Runtime,
  ) {
    this.logger = logger;
  }

  /**
   * Runs `work` unless another instance does. If Postgres hangs, the lease may run out and the work may be done twice: the
   * lock only saves work.
   *
   * @returns false if another instance does
   * @throws {AppError} UNAVAILABLE while Postgres is unreachable; whatever `work` throws
   */
  async tryWith(name: string, work: () => Promise<void>): Promise<boolean> {
    const holder = randomUUID();
    if (!(await this.take(name, holder, RENEWED_LEASE_MS))) return false;
    const renewal = setInterval(() => void this.renew(name, holder), RENEW_MS);
    try {
      await work();
    } finally {
      clearInterval(renewal);
      await this.release(name, holder);
    }
    return true;
  }

  /**
   * Runs `work` once the lock is free, for at most 60 s: what outlives the lease cannot commit.
   *
   * @throws {AppError} UNAVAILABLE if the lock is not free within 8 s; whatever `work` throws
   */
  async with<T>(name: string, work: (lock: HeldLock) => Promise<T>): Promise<T> {
    const holder = randomUUID();
    const deadlineMs = performance.now() + WAIT_MS;
    while (!(await this.take(name, holder, LEASE_MS))) {
      if (performance.now() > deadlineMs) throw new AppError('UNAVAILABLE');
      await sleep(POLL_MS * (0.5 + Math.random()));
    }
    try {
      return await work({ commit: (inside) => this.commit(name, holder, inside) });
    } finally {
      await this.release(name, holder);
    }
  }

  /** Takes a lock that nobody holds, or renews one's own. @returns whether it is held now */
  private async take(name: string, holder: string, leaseMs: number): Promise<boolean> {
    const rows: unknown[] = await this.dataSource.query(
      `WITH taken AS (
         INSERT INTO locks (name, holder, held_until) VALUES ($1, $2, now() + $3 * interval '1 ms')
         ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, held_until = excluded.held_until
          WHERE locks.holder = excluded.holder OR locks.held_until < now()
         RETURNING name
       ) SELECT FROM taken`,
      [name, holder, leaseMs],
    );
    return rows.length > 0;
  }

  private async renew(name: string, holder: string): Promise<void> {
    try {
      await this.take(name, holder, RENEWED_LEASE_MS);
    } catch (err) {
      this.logger.warn({ err, lock: name }, 'lease not renewed');
    }
  }

  private commit<T>(name: string, holder: string, work: (tx: EntityManager) => Promise<T>): Promise<T> {
    return transaction(this.dataSource, async (tx) => {
      const rows: unknown[] = await tx.query('SELECT FROM locks WHERE name = $1 AND holder = $2 FOR UPDATE', [
        name,
        holder,
      ]);
      if (rows.length === 0) throw new AppError('UNAVAILABLE');
      return work(tx);
    });
  }

  /** Never fails: the work is done, and the lease ends by itself. */
  private async release(name: string, holder: string): Promise<void> {
    try {
      await this.dataSource.query('DELETE FROM locks WHERE name = $1 AND holder = $2', [name, holder]);
    } catch (err) {
      this.logger.warn({ err, lock: name }, 'lock not released');
    }
  }
}

/** {@link Locks} for every part of a service. */
@Global()
@Module({ providers: [Locks], exports: [Locks] })
export class LocksModule {}
