import { describe, expect, it } from '@jest/globals';
import { WorkQueue } from './work-queue.js';

describe('WorkQueue', () => {
  it('runs two tasks at a time in order, lets three wait and refuses the sixth at once', async () => {
    const queue = new WorkQueue(2, 3);
    const started: number[] = [];
    const ends: (() => void)[] = [];
    const work = (n: number) =>
      queue.run(() => {
        started.push(n);
        return new Promise<void>((resolve) => ends.push(resolve));
      });
    const all = [1, 2, 3, 4, 5].map(work);
    await expect(work(6)).rejects.toMatchObject({ code: 'OVERLOADED', params: { retryAfterSeconds: 5 } });
    expect(started).toEqual([1, 2]);
    expect(queue.length).toBe(3);
    for (let done = 0; done < 5; done++) {
      ends[done]?.();
      await all[done];
      await Promise.resolve();
    }
    expect(started).toEqual([1, 2, 3, 4, 5]);
    expect(queue.length).toBe(0);
  });

  it('starts the next task when one fails', async () => {
    const queue = new WorkQueue(1, 1);
    const failing = queue.run(() => Promise.reject(new Error('no')));
    const next = queue.run(async () => 'done');
    await expect(failing).rejects.toThrow('no');
    expect(await next).toBe('done');
  });
});
