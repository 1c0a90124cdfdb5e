import { availableParallelism } from 'node:os';
import { AppError } from '@filemill/errors';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { AccountsMetrics } from '../metrics.js';
import { hashPassword, isPasswordOf } from './argon2.js';
import { WorkQueue } from './work-queue.js';

/** The pool of libuv has four threads; one stays free for DNS lookups and files. */
const MAX_SLOTS = 3;
/** At about 30 ms each on two slots, the last one waits for a second. */
const MAX_WAITING = 64;

/**
 * Hashes and compares passwords, at most one per core at a time, so that a flood of sign-ins leaves capacity for the
 * rest.
 */
@Injectable()
export class PasswordHasher implements OnModuleInit {
  private readonly queue = new WorkQueue(Math.min(availableParallelism(), MAX_SLOTS), MAX_WAITING);
  /** Hash of a random password. */
  private nobodysHash = '';

  constructor(private readonly metrics: AccountsMetrics) {}

  async onModuleInit(): Promise<void> {
    this.nobodysHash = await hashPassword(crypto.randomUUID());
  }

  /** @returns a PHC string. @throws {AppError} OVERLOADED */
  hash(password: string): Promise<string> {
    return this.compute(() => hashPassword(password));
  }

  /**
   * Whether a password is correct. Without a hash it does the same work and returns false.
   *
   * @throws {AppError} OVERLOADED
   */
  async verify(password: string, passwordHash: string | undefined): Promise<boolean> {
    const matches = await this.compute(() => isPasswordOf(passwordHash ?? this.nobodysHash, password));
    return matches && passwordHash !== undefined;
  }

  private async compute<T>(work: () => Promise<T>): Promise<T> {
    try {
      const done = this.queue.run(() => {
        this.metrics.passwordHashWaiting.set(this.queue.length);
        const endTimer = this.metrics.passwordHashSeconds.startTimer();
        return work().finally(endTimer);
      });
      this.metrics.passwordHashWaiting.set(this.queue.length);
      return await done;
    } catch (error) {
      if (error instanceof AppError && error.code === 'OVERLOADED') this.metrics.passwordHashRefused.inc();
      throw error;
    }
  }
}
