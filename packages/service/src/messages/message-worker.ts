import { backOffMs, type Clock } from '@filemill/platform';
import type { EntityManager } from 'typeorm';
import type { MessageTable, StoredMessage } from './message-table.js';

const FIRST_PAUSE_MS = 1_000;

/** How the messages of a table are handled. */
export interface MessageHandling<M> {
  /** Messages that are claimed at once. */
  readonly batch: number;
  /** Groups that are handled at once. */
  readonly groupsAtOnce: number;
  /** Longer than a group can take. */
  readonly leaseMs: number;
  /** The pause after a failure begins at one second and doubles up to this. */
  readonly longestPauseMs: number;
  /** Messages with the same key are handled together. */
  groupOf(message: StoredMessage<M>): string | number;
  /**
   * Handles the messages of a group and finishes them. Throws if they must be handled again. May be called again for
   * messages that were handled.
   *
   * @param finish - marks the messages as done, in the transaction of the handling where there is one
   */
  handle(messages: readonly StoredMessage<M>[], finish: (tx?: EntityManager) => Promise<void>): Promise<void>;
  /** Reports a failure; `attempts` were begun so far. */
  onFailure(err: unknown, messages: readonly StoredMessage<M>[], attempts: number): void;
}

/** Handles the messages of a table at least once. Any number of workers may use one table. */
export class MessageWorker<M extends object> {
  constructor(
    private readonly table: Pick<MessageTable<M>, 'claim' | 'finish' | 'postpone'>,
    private readonly handling: MessageHandling<M>,
    private readonly clock: Clock,
  ) {}

  /**
   * Handles what is due when it begins. What fails is not due again before the run has ended, and delays no others.
   *
   * @returns how many messages were claimed
   */
  async run(): Promise<number> {
    const dueAt = this.after(0);
    const { batch, leaseMs } = this.handling;
    for (let count = 0; ; ) {
      const messages = await this.table.claim(batch, dueAt, this.after(leaseMs));
      if (messages.length === 0) return count;
      count += messages.length;
      await this.handleAll([...Map.groupBy(messages, this.handling.groupOf).values()]);
    }
  }

  private async handleAll(groups: StoredMessage<M>[][]): Promise<void> {
    const { groupsAtOnce } = this.handling;
    let begun = 0;
    const runners = Array.from({ length: groupsAtOnce }, async () => {
      for (let group = groups.shift(); group; group = groups.shift())
        await this.handleOrPostpone(group, begun++ >= groupsAtOnce);
    });
    await Promise.all(runners);
  }

  /** @param hasWaited - behind other groups, so that a part of its lease is over */
  private async handleOrPostpone(group: readonly StoredMessage<M>[], hasWaited: boolean): Promise<void> {
    const { leaseMs, longestPauseMs: longestMs } = this.handling;
    const ids = group.map(({ id }) => id);
    try {
      if (hasWaited) await this.table.postpone(ids, this.after(leaseMs));
      await this.handling.handle(group, (tx) => this.table.finish(ids, this.after(0), tx));
    } catch (err) {
      const attempts = Math.max(...group.map((message) => message.attempts));
      this.handling.onFailure(err, group, attempts);
      const pauseMs = backOffMs(attempts, { firstMs: FIRST_PAUSE_MS, longestMs });
      await this.table.postpone(ids, this.after(pauseMs));
    }
  }

  private after(ms: number): Date {
    return new Date(this.clock.nowMs() + ms);
  }
}
