import { describe, expect, it } from '@jest/globals';
import { withinRatio } from './stream-ratio.js';

const LIMITS = { ratio: 100, streamRatioFromBytes: 1_000 };

/** Pulls all that comes of so many parts of 100 bytes, of which the file has one for every so many. */
async function pull(parts: number, partsPerByte: number): Promise<{ made: number; passed: number }> {
  let [made, passed] = [0, 0];
  async function* unpacked(): AsyncGenerator<Buffer> {
    for (; made < parts; made++) yield Buffer.alloc(100);
  }
  try {
    for await (const _ of withinRatio(unpacked(), () => Math.ceil((made + 1) / partsPerByte), LIMITS))
      passed++;
  } catch (error) {
    expect(error).toMatchObject({ reason: 'ratio' });
  }
  return { made, passed };
}

describe('withinRatio', () => {
  it('ends a bomb as soon as it shows, long before it is unpacked', async () => {
    expect(await pull(1_000_000, 2)).toEqual({ made: 10, passed: 10 });
  });

  it('lets pass what is in proportion, and a small part that is not', async () => {
    expect(await pull(500, 1)).toEqual({ made: 500, passed: 500 });
    expect(await pull(10, 1_000)).toEqual({ made: 10, passed: 10 });
  });
});
