import { describe, expect, it } from '@jest/globals';
import { BufferByteReader } from './byte-reader.js';
import { isUtf8Text } from './utf8.js';

const isUtf8 = (bytes: Buffer): Promise<boolean> => isUtf8Text(new BufferByteReader(bytes));
const WINDOW = 1024 * 1024;

describe('isUtf8Text', () => {
  it.each([1, 2, 3, 4, 5])(
    'accepts a character that is split between two windows, %d bytes before its end',
    async (before) => {
      const text = Buffer.concat([Buffer.alloc(WINDOW - before, 'a'), Buffer.from('🙂é漢'.repeat(1_000))]);
      expect(await isUtf8(text)).toBe(true);
    },
  );

  it('finds a byte of another encoding at any place', async () => {
    for (const at of [0, WINDOW - 1, WINDOW, 2 * WINDOW - 1]) {
      const text = Buffer.alloc(2 * WINDOW, 'a');
      text[at] = 0xe9;
      expect(await isUtf8(text)).toBe(false);
    }
  });

  it('accepts an empty file as text', async () => {
    expect(await isUtf8(Buffer.alloc(0))).toBe(true);
  });
});
