import { describe, expect, it } from '@jest/globals';
import type { MessageId, StoredMessage } from './message-table.js';
import { type MessageHandling, MessageWorker } from './message-worker.js';

interface Note {
  readonly subject: string;
}

const NOW_MS = 1_000_000;
const LEASE_MS = 10_000;

/** A table that holds its messages in memory, and records what is asked of it. */
function aTable(...subjects: string[]) {
  const waiting = subjects.map(
    (subject, id): StoredMessage<Note> => ({ subject, id, attempts: 2, storedAt: new Date(NOW_MS) }),
  );
  const finished: MessageId[] = [];
  const postponed: { ids: readonly MessageId[]; byMs: number }[] = [];
  return {
    finished,
    postponed,
    claim: async (limit: number) => waiting.splice(0, limit),
    finish: async (ids: readonly MessageId[]) => void finished.push(...ids),
    postpone: async (ids: readonly MessageId[], dueAt: Date) =>
      void postponed.push({ ids, byMs: dueAt.getTime() - NOW_MS }),
  };
}

const workerOf = (table: ReturnType<typeof aTable>, changes: Partial<MessageHandling<Note>> = {}) =>
  new MessageWorker<Note>(
    table,
    {
      ...{ batch: 10, groupsAtOnce: 2, leaseMs: LEASE_MS, longestPauseMs: 60_000 },
      groupOf: ({ subject }) => subject,
      handle: (_, finish) => finish(),
      onFailure: () => {},
      ...changes,
    },
    { nowMs: () => NOW_MS },
  );

describe('MessageWorker', () => {
  it('handles messages with the same key together', async () => {
    const table = aTable('a', 'b', 'a');
    const groups: string[][] = [];
    const handle: MessageHandling<Note>['handle'] = async (messages, finish) => {
      groups.push(messages.map(({ subject }) => subject));
      await finish();
    };
    await expect(workerOf(table, { handle }).run()).resolves.toBe(3);
    expect(groups).toEqual([['a', 'a'], ['b']]);
    expect(table.finished.sort()).toEqual([0, 1, 2]);
  });

  it('reports a failure, postpones its messages by the number of attempts, and goes on', async () => {
    const table = aTable('bad', 'good');
    const failures: unknown[] = [];
    const handle: MessageHandling<Note>['handle'] = async ([message], finish) => {
      if (message?.subject === 'bad') throw new Error('as a test');
      await finish();
    };
    const onFailure = (_: unknown, [message]: readonly StoredMessage<Note>[], attempts: number) =>
      void failures.push([message?.subject, attempts]);
    await workerOf(table, { handle, onFailure }).run();
    expect(failures).toEqual([['bad', 2]]);
    expect(table.finished).toEqual([1]);
    expect(table.postponed.map(({ ids }) => ids)).toEqual([[0]]);
    // The second pause: two seconds, less up to half of it.
    expect(table.postponed[0]?.byMs).toBeGreaterThanOrEqual(1_000);
    expect(table.postponed[0]?.byMs).toBeLessThanOrEqual(2_000);
  });

  it('renews the lease of a group that has waited for others', async () => {
    const table = aTable('a', 'b', 'c');
    await workerOf(table).run();
    expect(table.postponed).toEqual([{ ids: [2], byMs: LEASE_MS }]);
  });
});
