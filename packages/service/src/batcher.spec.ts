import { describe, expect, it } from '@jest/globals';
import { Batcher } from './batcher.js';

const settled = (items: readonly number[]): Promise<PromiseSettledResult<number>[]> =>
  Promise.allSettled(
    items.map(async (item) => {
      if (item < 0) throw new RangeError(`${item}`);
      return item * 2;
    }),
  );

describe('Batcher', () => {
  it('runs the first item at once and later ones as a batch, each with its own answer', async () => {
    const batches: number[][] = [];
    const batcher = new Batcher<number, number>(
      (items) => {
        batches.push([...items]);
        return settled(items);
      },
      { size: 3, atOnce: 1 },
    );
    const answers = await Promise.allSettled([1, 2, -3, 4, 5].map((item) => batcher.run(item)));
    expect(batches).toEqual([[1], [2, -3, 4], [5]]);
    expect(answers.map((answer) => (answer.status === 'fulfilled' ? answer.value : 'refused'))).toEqual([
      2,
      4,
      'refused',
      8,
      10,
    ]);
  });

  it('fails all items of a failed batch, and continues', async () => {
    let calls = 0;
    const batcher = new Batcher<number, number>(
      async (items) => {
        calls += 1;
        if (calls === 2) throw new Error('away');
        return settled(items);
      },
      { size: 2, atOnce: 1 },
    );
    const answers = await Promise.allSettled([1, 2, 3, 4].map((item) => batcher.run(item)));
    expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled']);
  });
});
