import { describe, expect, it } from '@jest/globals';
import { withinRatio } from './byte-streams.js';

const LIMITS = { ratio: 100, streamRatioFromBytes: 1_000 };

/** Reads the whole stream of this many parts of 100 bytes; the file has one byte for every `n` of them. */
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
  it('ends the stream as soon as the ratio is exceeded, long before the end', async () => {
    expect(await pull(1_000_000, 2)).toEqual({ made: 10, passed: 10 });
  });

  it('passes a stream below the ratio, even if a small part exceeds it', async () => {
    expect(await pull(500, 1)).toEqual({ made: 500, passed: 500 });
    expect(await pull(10, 1_000)).toEqual({ made: 10, passed: 10 });
  });
});
