import { createRequire } from 'node:module';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { serverNowMs } from '../../packages/queue/src/server-time.ts';
import { TestRedis } from '../../packages/queue/src/testing.ts';
import { redisUsers } from './secrets.mjs';

const require = createRequire(new URL('../../packages/worker/package.json', import.meta.url));
const { Queue, Worker } = require('bullmq');
const { Redis } = require('ioredis');

/** KEDA's query: one script for every kind of key. */
const LENGTH = `
  local lengths = { zset = 'zcard', list = 'llen', none = 'llen' }
  return redis.call(lengths[redis.call('type', KEYS[1]).ok], KEYS[1])`;

describe('users of Redis', () => {
  let server;
  const open = [];
  const connect = (user) => {
    const redis = new Redis(server.url.replace('//', `//${user}:secret-${user}@`), {
      maxRetriesPerRequest: null,
      enableReadyCheck: user !== 'scaler', // asks for INFO
    });
    open.push(redis);
    return redis;
  };

  beforeAll(async () => {
    server = await TestRedis.start();
    const users = { redis: 'secret-default', redis_workers: 'secret-workers', redis_scaler: 'secret-scaler' };
    const owner = new Redis(server.url);
    // The default user, under which this connection stands, goes last.
    for (const line of redisUsers(users).toReversed())
      await owner.call('ACL', 'SETUSER', ...line.split(' ').slice(1));
    owner.disconnect();
  });
  afterAll(async () => {
    for (const redis of open) redis.disconnect();
    await server.stop();
  });

  it('let a worker do its work: take, report, fail, try again', async () => {
    const queue = new Queue('convert-image', { connection: connect('default') });
    const tries = [];
    const worker = new Worker(
      queue.name,
      async (job) => {
        await job.updateProgress(50);
        tries.push(job.attemptsMade);
        if (tries.length === 1) throw new Error('again');
      },
      { connection: connect('workers'), stalledInterval: 500 },
    );
    try {
      const completed = new Promise((resolve, reject) => {
        worker.on('completed', resolve);
        worker.on('error', reject);
      });
      await queue.add('convert', {}, { priority: 1, attempts: 2 });
      await completed;
      expect(tries).toEqual([0, 1]);
    } finally {
      await worker.close();
      await queue.close();
    }
  });

  it('let a worker read the time, which it needs to announce its slots', async () => {
    expect(await serverNowMs(connect('workers'))).toBeGreaterThan(0);
  });

  it.each([['KEYS', '*'], ['FLUSHALL'], ['CONFIG', 'GET', '*'], ['ACL', 'LIST'], ['CLIENT', 'LIST']])(
    'refuse %s to a worker',
    async (...command) => {
      await expect(connect('workers').call(...command)).rejects.toThrow('NOPERM');
    },
  );

  it('let KEDA count jobs and read none', async () => {
    const queue = new Queue('convert-font', { connection: connect('default') });
    await queue.addBulk([1, 2, 3].map((priority) => ({ name: 'convert', data: {}, opts: { priority } })));
    await queue.close();
    const scaler = connect('scaler');
    expect(await scaler.eval(LENGTH, 1, 'bull:convert-font:prioritized')).toBe(3);
    expect(await scaler.eval(LENGTH, 1, 'bull:convert-font:wait')).toBe(0);
    await expect(scaler.hgetall('bull:convert-font:1')).rejects.toThrow('NOPERM');
    await expect(scaler.keys('*')).rejects.toThrow('NOPERM');
  });
});
