import { EventEmitter } from 'node:events';
import { createLogger } from '@filemill/platform';
import { describe, expect, it } from '@jest/globals';
import type { Redis } from 'ioredis';
import { SlotHeartbeat } from './slot-heartbeat.js';

/** The server's time, far behind this machine's clock. */
const NOW_MS = 1_000_000;

/** One sorted set, with the commands that slots use. */
class SortedSet extends EventEmitter {
  readonly status = 'ready';
  readonly members = new Map<string, number>();
  isCleared = false;

  async time(): Promise<number[]> {
    return [NOW_MS / 1_000, 999];
  }

  async zadd(_key: string, ...pairs: (string | number)[]): Promise<void> {
    for (let at = 0; at < pairs.length; at += 2) this.members.set(String(pairs[at + 1]), Number(pairs[at]));
  }

  async zrem(_key: string, ...members: string[]): Promise<void> {
    for (const member of members) this.members.delete(member);
  }

  async zremrangebyscore(_key: string, _least: string, most: number): Promise<void> {
    for (const [member, score] of this.members) if (score <= most) this.members.delete(member);
    this.isCleared = true;
  }
}

describe('SlotHeartbeat', () => {
  it('announces its slots with the server time, removes those of dead processes, and withdraws its own', async () => {
    const set = new SortedSet();
    set.members.set('dead#0', NOW_MS - 60_000).set('late#0', NOW_MS - 1_000);
    const logger = createLogger('test', 'silent');
    const lanes = new Map([['image', 2]] as const);
    const heartbeat = new SlotHeartbeat(set as unknown as Redis, logger, 'me', lanes);
    heartbeat.start();
    while (!set.isCleared) await new Promise((resolve) => setImmediate(resolve));
    expect([...set.members]).toEqual([
      ['late#0', NOW_MS - 1_000],
      ['me#0', NOW_MS + 30_000],
      ['me#1', NOW_MS + 30_000],
    ]);
    await heartbeat.stop();
    expect([...set.members.keys()]).toEqual(['late#0']);
  });
});
