import { AppError } from '@filemill/errors';

/** Runs one task at a time for each owner, in order of arrival. */
export class OwnerQueue {
  private readonly last = new Map<string, Promise<unknown>>();
  private waiting = 0;

  /** @param maxWaiting - of all owners together; more are refused */
  constructor(private readonly maxWaiting: number) {}

  /** @throws {AppError} OVERLOADED when too many wait; what `work` throws */
  async take<T>(owner: string, work: () => Promise<T>): Promise<T> {
    const before = this.last.get(owner);
    if (before && this.waiting >= this.maxWaiting) throw new AppError('OVERLOADED', { retryAfterSeconds: 2 });
    const turn = before ? this.after(before, work) : work();
    const ended = turn.catch(() => undefined);
    this.last.set(owner, ended);
    try {
      return await turn;
    } finally {
      if (this.last.get(owner) === ended) this.last.delete(owner);
    }
  }

  private async after<T>(before: Promise<unknown>, work: () => Promise<T>): Promise<T> {
    this.waiting += 1;
    try {
      await before;
    } finally {
      this.waiting -= 1;
    }
    return work();
  }
}
