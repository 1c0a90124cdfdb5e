import { AppError } from '@filemill/errors';
import { describe, expect, it } from '@jest/globals';
import { BufferByteReader } from '../../bytes/byte-reader.js';
import { inspectOle, oleKind } from './binary.js';

const SECTOR = 512;
const END = 0xffff_fffe;

/** A compound file: the FAT in sector 0, the directory in 1, the only stream from 2 on. Offsets: [MS-CFB] 2.2, 2.6. */
function oleOf(name: string, stream: Buffer, more: readonly string[] = []): Buffer {
  const sectors = Math.ceil(stream.length / SECTOR);
  const file = Buffer.alloc((3 + sectors) * SECTOR);
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(file);
  file.writeUInt16LE(9, 30);
  file.writeUInt32LE(1, 44);
  file.writeUInt32LE(1, 48);
  file.writeUInt32LE(0, 76);
  file.fill(0xff, SECTOR, 2 * SECTOR);
  file.writeUInt32LE(END, SECTOR + 4);
  for (let at = 0; at < sectors; at++) {
    file.writeUInt32LE(at === sectors - 1 ? END : 3 + at, SECTOR + (2 + at) * 4);
  }
  for (const [index, entry] of [name, ...more].entries()) {
    const at = 2 * SECTOR + index * 128;
    file.write(entry, at, 'utf16le');
    file.writeUInt16LE(2 * entry.length + 2, at + 64);
    file.writeUInt32LE(2, at + 116);
  }
  stream.copy(file, 3 * SECTOR);
  return file;
}
const fib = (flags: number): Buffer => {
  const start = Buffer.alloc(SECTOR);
  start.writeUInt16LE(flags, 10);
  return start;
};
const records = (...ids: number[]): Buffer =>
  Buffer.concat([...ids.map((id) => Buffer.from([id & 0xff, id >> 8, 2, 0, 0, 0])), Buffer.alloc(SECTOR)]);

const kindOf = (file: Buffer) => oleKind(new BufferByteReader(file));
const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'accepted',
    (error: unknown) => AppError.from(error).code,
  );
const inspect = (file: Buffer, format: string) => codeOf(inspectOle(new BufferByteReader(file), format));

describe('oleKind', () => {
  it.each([
    ['doc', 'WordDocument'],
    ['xls', 'Workbook'],
    ['xls', 'Book'],
    ['xls', 'WORKBOOK'],
    ['doc', 'worddocument'],
    ['ppt', 'PP40'],
    ['ppt', 'PowerPoint Document'],
    ['ole', 'Anything'],
  ])('identifies %s by its stream %s', async (kind, name) => {
    expect(await kindOf(oleOf(name, fib(0)))).toBe(kind);
  });

  it('takes a file with a stream of Works for one of Works only if it has no other known stream', async () => {
    expect(await kindOf(oleOf('MatOST', fib(0)))).toBe('wps');
    expect(await kindOf(oleOf('MatOST', fib(0), ['WordDocument']))).toBe('doc');
  });

  it('refuses encrypted Office Open XML', async () => {
    expect(await codeOf(kindOf(oleOf('EncryptionInfo', fib(0), ['EncryptedPackage'])))).toBe(
      'FILE_ENCRYPTED',
    );
  });

  it('ends when the directory chain is a loop', async () => {
    const file = oleOf('WordDocument', fib(0));
    file.writeUInt32LE(1, SECTOR + 4);
    expect(await kindOf(file)).toBe('doc');
  });

  it('reports a file that is cut in its header as FILE_CORRUPT', async () => {
    expect(await codeOf(kindOf(oleOf('WordDocument', fib(0)).subarray(0, 300)))).toBe('FILE_CORRUPT');
  });

  it.each([
    ['cut in its table', (file: Buffer) => file.subarray(0, SECTOR + 100), 'ole'],
    ['cut in its directory', (file: Buffer) => file.subarray(0, 2 * SECTOR + 130), 'doc'],
    [
      'of another class id',
      (file: Buffer) => Buffer.from(file).fill(0xa5, 2 * SECTOR + 80, 2 * SECTOR + 96),
      'doc',
    ],
    ['with an invalid sector size', (file: Buffer) => withShort(file, 30, 31), 'doc'],
    ['whose directory is past its end', (file: Buffer) => withLong(file, 48, 0x00ff_ffff), 'ole'],
    ['whose chains run past its end', (file: Buffer) => withLong(file, SECTOR + 4, 5_000), 'doc'],
  ])('identifies a file %s by the part that can be read', async (_, change, kind) => {
    expect(await kindOf(change(oleOf('WordDocument', fib(0))))).toBe(kind);
  });

  it('reads a directory of many sectors in few reads, and stops at the decisive stream', async () => {
    const names = Array.from({ length: 3 }, (_, i) => `other ${i}`);
    const file = Buffer.concat([oleOf('Root Entry', fib(0), [...names]), Buffer.alloc(400 * SECTOR)]);
    for (let at = 0; at < 120; at++) file.writeUInt32LE(at + 2, SECTOR + 4 * (at + 1));
    let reads = 0;
    const inner = new BufferByteReader(file);
    const counted = {
      sizeBytes: file.length,
      read: (offset: number, length: number) => {
        reads++;
        return inner.read(offset, length);
      },
    };
    expect(await oleKind(counted)).toBe('ole');
    expect(reads).toBeLessThan(8);
  });
});

const withShort = (file: Buffer, at: number, value: number): Buffer => {
  file.writeUInt16LE(value, at);
  return file;
};
const withLong = (file: Buffer, at: number, value: number): Buffer => {
  file.writeUInt32LE(value, at);
  return file;
};

/** The same file with its stream inside the stream of the root entry, after the first sector. */
function shortOleOf(name: string, stream: Buffer): Buffer {
  const file = oleOf('Root Entry', Buffer.concat([Buffer.alloc(SECTOR), stream]), [name]);
  file.writeUInt32LE(4_096, 56);
  file.writeUInt32LE(SECTOR / 64, 2 * SECTOR + 128 + 116);
  file.writeUInt32LE(100, 2 * SECTOR + 128 + 120);
  return file;
}

describe('inspectOle', () => {
  it('reads a short stream from the mini stream', async () => {
    expect(await inspect(shortOleOf('WordDocument', fib(0)), 'doc')).toBe('accepted');
    expect(await inspect(shortOleOf('WordDocument', fib(0x0100)), 'doc')).toBe('FILE_ENCRYPTED');
    expect(await inspect(shortOleOf('Workbook', records(0x0809, 0x002f)), 'xls')).toBe('FILE_ENCRYPTED');
  });

  it('refuses a short stream whose declared start is past the end of the chain', async () => {
    const file = shortOleOf('WordDocument', fib(0));
    file.writeUInt32LE(0x00ff_ffff, 2 * SECTOR + 128 + 116);
    expect(await inspect(file, 'doc')).toBe('FILE_CORRUPT');
  });

  it.each([
    ['doc', 'WordDocument', fib(0), 'accepted'],
    ['doc', 'WordDocument', fib(0x0100), 'FILE_ENCRYPTED'],
    ['xls', 'Workbook', records(0x0809), 'accepted'],
    ['xls', 'Workbook', records(0x0809, 0x002f), 'FILE_ENCRYPTED'],
    ['doc', 'Workbook', records(0x0809), 'FILE_CORRUPT'],
  ])('checks a %s with the stream %s by its first bytes', async (format, name, stream, code) => {
    expect(await inspect(oleOf(name, stream), format)).toBe(code);
  });

  it('refuses an encrypted presentation', async () => {
    const file = oleOf('PowerPoint Document', fib(0), ['EncryptedSummary']);
    expect(await inspect(file, 'ppt')).toBe('FILE_ENCRYPTED');
  });

  it('reports a file that ends before the last sector of its FAT, unless it is encrypted', async () => {
    const file = oleOf('WordDocument', Buffer.alloc(8 * SECTOR));
    expect(await inspect(file, 'doc')).toBe('accepted');
    expect(await inspect(file.subarray(0, -3 * SECTOR), 'doc')).toBe('FILE_CORRUPT');
    const encrypted = oleOf('WordDocument', Buffer.concat([fib(0x0100), Buffer.alloc(7 * SECTOR)]));
    expect(await inspect(encrypted.subarray(0, -3 * SECTOR), 'doc')).toBe('FILE_ENCRYPTED');
  });
});
