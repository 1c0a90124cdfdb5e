import { describe, expect, it } from '@jest/globals';
import { detectFormat, inspectFile } from './inspect.js';

/** Of a file that makes whoever reads it throw. */
const readerThrowing = (error: Error) => ({ sizeBytes: 1_000, read: () => Promise.reject(error) });

describe('detectFormat and inspectFile', () => {
  it.each([
    new RangeError('Invalid array length'),
    new TypeError('Invalid URL'),
    new SyntaxError('Unexpected token'),
    new URIError('URI malformed'),
  ])('say FILE_CORRUPT for what a reader stumbles over: %s', async (error) => {
    const corrupt = { code: 'FILE_CORRUPT', cause: error };
    await expect(inspectFile(readerThrowing(error), 'zip')).rejects.toMatchObject(corrupt);
    await expect(detectFormat(readerThrowing(error))).rejects.toMatchObject(corrupt);
  });

  it('leave an error of the disk as it is', async () => {
    const error = Object.assign(new Error('EIO: i/o error, read'), { code: 'EIO' });
    await expect(inspectFile(readerThrowing(error), 'zip')).rejects.toBe(error);
  });
});
