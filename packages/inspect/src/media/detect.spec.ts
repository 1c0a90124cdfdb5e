import { AppError } from '@filemill/errors';
import { describe, expect, it } from '@jest/globals';
import type { ByteReader } from '../byte-reader.js';
import { mediaInspector } from './index.js';

const MB = 1024 * 1024;

/** An MP4 whose table of contents lies behind two megabytes of padding, in a store that fails beyond the first. */
function readerThatFails(): ByteReader {
  const head = Buffer.alloc(MB);
  head.writeUInt32BE(32, 0);
  head.write('ftypisom', 4, 'latin1');
  head.write('isom', 16, 'latin1');
  head.writeUInt32BE(2 * MB, 32);
  head.write('free', 36, 'latin1');
  return {
    sizeBytes: 10 * MB,
    read: async (offset, length) => {
      if (offset + length > MB) throw new AppError('UNAVAILABLE');
      return head.subarray(offset, offset + length);
    },
  };
}

describe('mediaInspector.detect', () => {
  it('reports a store that fails in the middle instead of calling the file unknown', async () => {
    await expect(mediaInspector.detect(readerThatFails())).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });
});
