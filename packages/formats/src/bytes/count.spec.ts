import { describe, expect, it } from '@jest/globals';
import { BufferByteReader } from './byte-reader.js';
import { countIn } from './count.js';

const PIECE_BYTES = 1_048_576;
const count = (text: string, wanted: string) => countIn(new BufferByteReader(Buffer.from(text)), wanted);

describe('the number of times that bytes stand in a file', () => {
  it.each([
    ['', 'ab', 0],
    ['abcab', 'ab', 2],
    ['aaaa', 'aa', 2],
    ['a', 'ab', 0],
  ])('of %j with %j', async (text, wanted, times) => {
    expect(await count(text, wanted)).toBe(times);
  });

  it.each([-3, -2, -1, 0, 1])(
    'counts one at the border of two pieces, %i bytes beside it',
    async (offset) => {
      expect(await count(`${' '.repeat(PIECE_BYTES + offset)}abc${' '.repeat(9)}abc`, 'abc')).toBe(2);
    },
  );
});
