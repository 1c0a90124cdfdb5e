import { conversionChannel, STOPPED_ATTEMPTS_CHANNEL, serverNowMs } from '@filemill/queue';
import { TestRedis } from '@filemill/queue/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Queue, Worker } from 'bullmq';
import { Redis } from 'ioredis';
import { redisUsers } from './secrets.ts';

/** KEDA's query: one script for every kind of key. */
const LENGTH = `
  local lengths = { zset = 'zcard', list = 'llen', none = 'llen' }
  return redis.call(lengths[redis.call('type', KEYS[1]).ok], KEYS[1])`;

describe('users of Redis', () => {
  let server: TestRedis;
  const open: Redis[] = [];
  const connect = (user: 'default' | 'workers' | 'scaler'): Redis => {
    const redis = new Redis(server.url.replace('//', `//${user}:secret-${user}@`), {
      maxRetriesPerRequest: null,
      enableReadyCheck: user !== 'scaler', // asks for INFO
    });
    open.push(redis);
    return redis;
  };

  beforeAll(async () => {
    server = await TestRedis.start();
    const passwords = {
      services: 'secret-default',
      workers: 'secret-workers',
      scaler: 'secret-scaler',
    };
    const owner = new Redis(server.url);
    // The default user last, because this connection uses it.
    for (const line of redisUsers(passwords).toReversed())
      await owner.call('ACL', 'SETUSER', ...line.split(' ').slice(1));
    owner.disconnect();
  });
  afterAll(async () => {
    for (const redis of open) redis.disconnect();
    await server.stop();
  });

  it('let a worker do its work: take, report, fail, try again', async () => {
    const queue = new Queue('convert-image', { connection: connect('default') });
    const tries: number[] = [];
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
      const completed = new Promise<unknown>((resolve, reject) => {
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

  it('let a worker announce progress, and hear only which attempts must stop', async () => {
    const worker = connect('workers');
    await worker.publish(conversionChannel('a'), '{}');
    await expect(worker.subscribe(conversionChannel('a'))).rejects.toThrow('NOPERM');
    await expect(worker.psubscribe('*')).rejects.toThrow('NOPERM');
    await expect(worker.subscribe(STOPPED_ATTEMPTS_CHANNEL)).resolves.toBe(1);
  });

  it.each(['KEYS *', 'FLUSHALL', 'CONFIG GET *', 'ACL LIST', 'CLIENT LIST'])(
    'refuse %s to a worker',
    async (command) => {
      const [name = '', ...args] = command.split(' ');
      await expect(connect('workers').call(name, ...args)).rejects.toThrow('NOPERM');
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
