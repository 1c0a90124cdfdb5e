import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@filemill/errors';
import { type Logger, RUNTIME, type Runtime } from '@filemill/platform';
import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { LocksRepository } from './locks.repository.js';

/** Longer than a few calls of Stripe that each time out and are tried again; what outlives it cannot commit. */
const LEASE_MS = 60_000;
/** Longest wait behind somebody else, below the deadline of a call. */
const WAIT_MS = 8_000;
const POLL_MS = 50;

/** A lock that is held. */
export interface HeldLock {
  /** One transaction that commits only while the lock is held. @throws {AppError} UNAVAILABLE if it was lost */
  commit<T>(work: (tx: EntityManager) => Promise<T>): Promise<T>;
}

/** Lets one at a time work on something, over all instances. */
@Injectable()
export class LocksService {
  private readonly logger: Logger;

  constructor(
    private readonly repository: LocksRepository,
    @Inject(RUNTIME) { logger }: Runtime,
  ) {
    this.logger = logger;
  }

  /** Runs `work` once the lock is free. @throws {AppError} UNAVAILABLE if it is not within 8 s */
  async with<T>(name: string, work: (lock: HeldLock) => Promise<T>): Promise<T> {
    const holder = randomUUID();
    const deadlineMs = performance.now() + WAIT_MS;
    while (!(await this.repository.take(name, holder, LEASE_MS))) {
      if (performance.now() > deadlineMs) throw new AppError('UNAVAILABLE');
      await sleep(POLL_MS * (0.5 + Math.random()));
    }
    return this.hold(name, holder, work);
  }

  /** Runs `work` unless another is at it, for at most `leaseMs` alone. @returns whether it ran */
  async tryWith(name: string, leaseMs: number, work: () => Promise<void>): Promise<boolean> {
    const holder = randomUUID();
    if (!(await this.repository.take(name, holder, leaseMs))) return false;
    await this.hold(name, holder, work);
    return true;
  }

  private async hold<T>(name: string, holder: string, work: (lock: HeldLock) => Promise<T>): Promise<T> {
    try {
      return await work({ commit: (inside) => this.repository.commit(name, holder, inside) });
    } finally {
      await this.release(name, holder);
    }
  }

  /** What was done stays done where this fails: the lease ends by itself. */
  private async release(name: string, holder: string): Promise<void> {
    try {
      await this.repository.release(name, holder);
    } catch (err) {
      this.logger.warn({ err, lock: name }, 'a lock was not released');
    }
  }
}
