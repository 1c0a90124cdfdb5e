import { AppError } from '@filemill/errors';
import { describe, expect, it } from '@jest/globals';
import { BufferByteReader } from '../../bytes/byte-reader.js';
import { palmDatabase, zipOf } from '../../bytes/testing.js';
import { detectFormat, resolveFormat } from '../../catalogue/detect.js';
import { registry } from '../../catalogue/registry.js';
import { isPalmText } from './palm.js';

/** A Palm database with a title that is the start of another format. */
const palm = (identity: string, ...records: readonly Buffer[]): Buffer =>
  palmDatabase('GIF89a', identity, records);
/** Its first record. @param values - numbers of 32 bits */
const first = (...values: readonly number[]): Buffer => {
  const record = Buffer.alloc(132);
  for (const [i, value] of values.entries()) record.writeUInt32BE(value, i * 4);
  return record;
};
const TEXT = Buffer.from('The mill stands.');
const palmDoc = (textBytes = 16): Buffer => palm('TEXtREAd', first(0x10000, textBytes), TEXT);

/** Each byte of the text stands for a string of this length. */
function tcr(length: number, textBytes: number): Buffer {
  const strings = Array.from({ length: 256 }, () =>
    Buffer.concat([Buffer.from([length]), Buffer.alloc(length, 'a')]),
  );
  return Buffer.concat([Buffer.from('!!8-Bit!!'), ...strings, Buffer.alloc(textBytes, 7)]);
}

interface Page {
  readonly kind?: number;
  readonly unpackedBytes?: number;
  readonly count?: number;
}
function rocketBook({ kind = 8, unpackedBytes = 16, count = 1 }: Page = {}): Buffer {
  const head = Buffer.alloc(0x128 + 4 + 44 + 8);
  head.write('\xb0\x0c\xb0\x0c\x02\0NUVO', 'latin1');
  head.writeUInt32LE(0x128, 24);
  head.writeUInt32LE(head.length, 28);
  head.writeUInt32LE(count, 0x128);
  head.write('index.html', 0x12c);
  for (const [i, value] of [8, head.length - 8, kind].entries())
    head.writeUInt32LE(value, 0x12c + 32 + i * 4);
  head.writeUInt32LE(unpackedBytes, head.length - 4);
  return head;
}

function snb({ files = 2, pagesBytes = 16 } = {}): Buffer {
  const bytes = Buffer.alloc(80);
  bytes.write('SNBP000B');
  bytes.write('SNBP000B', 72);
  bytes.writeUInt32BE(files, 20);
  bytes.writeUInt32BE(pagesBytes, 36);
  return bytes;
}

const DETAILS = { name: 'metadata.opf', data: '<package/>' };
const zipped = (name: string, ...more: { name: string; data: string }[]): Buffer =>
  zipOf([{ name, data: 'The mill' }, DETAILS, ...more]);

const detect = (content: Buffer) => detectFormat(new BufferByteReader(content));
const inspect = async (content: Buffer, format: string): Promise<string> => {
  const limits = registry.format(format)?.limits;
  if (!limits) throw new Error(`${format} has no reader`);
  return limits(new BufferByteReader(content)).then(
    () => 'accepted',
    (error: unknown) => AppError.from(error).code,
  );
};

describe('detectFormat', () => {
  it.each([
    ['pdb', palmDoc()],
    ['pdb', palm('zTXTGPlm', first(0x1280001, 16), TEXT)],
    ['pdb', palm('PNRdPPrs', first(0x20000), TEXT)],
    ['pdb', palm('DataPlkr', first(), TEXT)],
    ['pdb', palm('BOOKMTIU', first(), TEXT)],
    ['gif', palm('.pdfADBE', first(), TEXT)],
    ['tcr', tcr(1, 9)],
    ['rb', rocketBook()],
    ['snb', snb()],
    ['htmlz', zipped('index.html')],
    ['txtz', zipped('index.txt')],
    ['txtz', zipped('index.text')],
    ['epub', zipped('index.html', { name: 'mimetype', data: 'application/epub+zip' })],
    ['zip', zipped('page.html')],
    ['zip', zipOf([{ name: 'index.html', data: 'a site' }])],
  ])('identifies %s by its content', async (format, content) => {
    expect(await detect(content)).toBe(format);
  });

  it('lets the name decide between a zip, an EPUB and what has the same bytes', () => {
    expect(resolveFormat('zip', 'htmlz')).toBe('htmlz');
    expect(resolveFormat('zip', 'txtz')).toBe('txtz');
    expect(resolveFormat('epub', 'kepub')).toBe('kepub');
    expect(resolveFormat('png', 'kepub')).toBe('png');
  });
});

describe('the readers of rare books', () => {
  it.each([
    ['pdb', palmDoc()],
    ['tcr', tcr(200, 900)],
    ['rb', rocketBook()],
    ['snb', snb()],
    ['htmlz', zipped('index.html')],
  ])('accept a whole %s', async (format, content) => {
    expect(await inspect(content, format)).toBe('accepted');
  });

  it.each([
    ['pdb', 'that declares a bomb', 'FILE_TOO_LARGE', palmDoc(3e9)],
    ['pdb', 'under the DRM of eReader', 'FILE_ENCRYPTED', palm('PNRdPPrs', first(0x1040000), TEXT)],
    ['pdb', 'that is cut in its table', 'FILE_CORRUPT', palmDoc().subarray(0, 90)],
    ['pdb', 'that is cut in its first record', 'FILE_CORRUPT', palmDoc().subarray(0, 100)],
    ['tcr', 'that is a bomb', 'FILE_TOO_LARGE', tcr(255, 400_000)],
    ['tcr', 'that is cut in its strings', 'FILE_CORRUPT', tcr(9, 0).subarray(0, 99)],
    ['tcr', 'without a text', 'FILE_CORRUPT', tcr(9, 0)],
    ['rb', 'that declares a bomb', 'FILE_TOO_LARGE', rocketBook({ unpackedBytes: 3e9 })],
    ['rb', 'with too many files', 'FILE_TOO_LARGE', rocketBook({ count: 10_001 })],
    ['rb', 'under DRM', 'FILE_ENCRYPTED', rocketBook({ kind: 1 })],
    ['rb', 'that is cut', 'FILE_CORRUPT', rocketBook().subarray(0, -1)],
    ['snb', 'that declares a bomb', 'FILE_TOO_LARGE', snb({ pagesBytes: 3e9 })],
    ['snb', 'with too many files', 'FILE_TOO_LARGE', snb({ files: 10_001 })],
    ['snb', 'that is cut', 'FILE_CORRUPT', snb().subarray(0, -1)],
    ['htmlz', 'that is a bomb', 'FILE_TOO_LARGE', zipOf([{ name: 'index.html', data: Buffer.alloc(4e7) }])],
  ])('refuse a %s %s with %s', async (format, _, code, content) => {
    expect(await inspect(content, format)).toBe(code);
  });

  it('refuse a pdb whose records overlap', async () => {
    const bytes = palmDoc();
    bytes.writeUInt32BE(bytes.readUInt32BE(78), 86);
    bytes.writeUInt32BE(bytes.readUInt32BE(78) + 9, 78);
    expect(await inspect(bytes, 'pdb')).toBe('FILE_CORRUPT');
  });

  it('tell a Palm database of text from one with pictures', async () => {
    const read = (bytes: Buffer) => isPalmText(new BufferByteReader(bytes));
    expect(await read(palmDoc())).toBe(true);
    expect(await read(palm('BOOKMTIT', first(), TEXT))).toBe(true);
    expect(await read(palm('PNRdPPrs', first(), TEXT))).toBe(false);
  });
});
