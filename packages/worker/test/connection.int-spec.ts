import { setTimeout as sleep } from 'node:timers/promises';
import { TestRedis } from '@filemill/queue/testing';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Queue, Worker } from 'bullmq';
import { connectionTo } from '../src/worker.module.js';

/** By then BullMQ itself would retry only seven seconds later. */
const AWAY_MS = 11_000;

let redis: TestRedis;
beforeAll(async () => {
  redis = await TestRedis.start();
});
afterAll(() => redis.stop());

it('takes jobs again soon after Redis is back, however long it was unreachable', async () => {
  const { promise: taken, resolve: take } = Promise.withResolvers<number>();
  const worker = new Worker('test', async () => take(performance.now()), {
    connection: connectionTo(redis.url),
  });
  worker.on('error', () => undefined); // Redis is unreachable
  await worker.waitUntilReady();
  await redis.stop();
  await sleep(AWAY_MS);
  await redis.startAgain();
  const backAt = performance.now();
  const queue = new Queue('test', { connection: connectionTo(redis.url) });
  await queue.add('job', {});
  expect((await taken) - backAt).toBeLessThan(5_000);
  await Promise.all([worker.close(), queue.close()]);
}, 60_000);
