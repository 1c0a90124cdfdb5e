import { describe, expect, it } from '@jest/globals';
import { BufferByteReader } from '../bytes/byte-reader.js';
import { detectFormat, readFacts, resolveFormat } from './detect.js';

/** The header of a compound file whose directory is in sector 1,000. */
const beginning = Buffer.alloc(512);
Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(beginning);
beginning.writeUInt32LE(1_000, 48);
/** A file whose reads throw, except the first. */
const readerThrowing = (error: Error) => ({
  sizeBytes: 1_000_000,
  read: (offset: number) => (offset === 0 ? Promise.resolve(beginning) : Promise.reject(error)),
});

describe('detectFormat and readFacts', () => {
  it.each([
    new RangeError('Invalid array length'),
    new TypeError('Invalid URL'),
    new SyntaxError('Unexpected token'),
    new URIError('URI malformed'),
  ])('detect nothing when a reader throws: %s', async (error) => {
    expect(await readFacts(readerThrowing(error), 'zip')).toEqual({ damage: 'its header is broken' });
    expect(await detectFormat(readerThrowing(error))).toBeUndefined();
  });

  it('rethrow a disk error', async () => {
    const error = Object.assign(new Error('EIO: i/o error, read'), { code: 'EIO' });
    await expect(readFacts(readerThrowing(error), 'zip')).rejects.toBe(error);
  });

  it('identify an SVG by its element name when its first tag is longer than the bytes read', async () => {
    const detectText = (text: string) => detectFormat(new BufferByteReader(Buffer.from(text)));
    expect(await detectText(`<svg a="${'x'.repeat(400_000)}"/>`)).toBe('svg');
    expect(await detectText(`<svg${'x'.repeat(400_000)}`)).toBe('txt');
  });

  it('find nothing in an empty file', async () => {
    expect(await detectFormat(new BufferByteReader(Buffer.alloc(0)))).toBeUndefined();
  });
});

describe('resolveFormat', () => {
  it('uses the file name for formats that any text could have', () => {
    expect(['csv', 'html', 'txt', 'png', undefined].map((name) => resolveFormat('txt', name))).toEqual([
      ...['csv', 'html', 'txt', 'txt', 'txt'],
    ]);
  });

  it('uses the content if the file name contradicts it', () => {
    expect(resolveFormat('jpg', 'png')).toBe('jpg');
  });

  it.each([
    ['txt', 'texi', 'txt'],
    ['txt', 'zimwiki', 'txt'],
    ['xml', 'tei', 'xml'],
  ])('takes %s named as %s, which is only written, for %s', (seen, promised, wanted) => {
    expect(resolveFormat(seen, promised)).toBe(wanted);
  });

  it('ignores the file name if that format has a signature and the file lacks it', () => {
    expect(resolveFormat(undefined, 'png')).toBeUndefined();
  });
});
