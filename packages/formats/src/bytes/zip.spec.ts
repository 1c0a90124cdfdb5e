import { AppError } from '@filemill/errors';
import { describe, expect, it } from '@jest/globals';
import { BufferByteReader, type ByteReader } from './byte-reader.js';
import { zipOf } from './testing.js';
import { readZipDirectory, readZipText } from './zip.js';
import { checkZip } from './zip-check.js';
import { readLocalEntries, readLocalText } from './zip-local-entries.js';

const TEXT = 'some words, some words, some words';
const parts = [
  { name: 'first', data: 'a' },
  { name: 'folder/words', data: TEXT },
];
const END_BYTES = 22;

async function textOf(file: Buffer): Promise<string | undefined> {
  const reader = new BufferByteReader(file);
  const directory = await readZipDirectory(reader);
  await checkZip(reader, directory);
  const entry = directory.entries.find(({ name }) => name === 'folder/words');
  return entry && readZipText(reader, entry, 1_000);
}
const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'accepted',
    (error: unknown) => AppError.from(error).code,
  );

/** The same file with a ZIP64 end record and its locator, whose offsets ignore `shift`. */
function zip64Of(file: Buffer): Buffer {
  const end = file.subarray(-END_BYTES);
  const [size, start] = [end.readUInt32LE(12), end.readUInt32LE(16)];
  const end64 = Buffer.alloc(56);
  end64.writeUInt32LE(0x06064b50, 0);
  end64.writeBigUInt64LE(44n, 4);
  end64.writeBigUInt64LE(BigInt(parts.length), 32);
  end64.writeBigUInt64LE(BigInt(size), 40);
  end64.writeBigUInt64LE(BigInt(start), 48);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x07064b50, 0);
  locator.writeBigUInt64LE(BigInt(start + size), 8);
  const narrow = Buffer.from(end);
  narrow.writeUInt32LE(0xffff_ffff, 16);
  return Buffer.concat([file.subarray(0, -END_BYTES), end64, locator, narrow]);
}

describe('readZipDirectory', () => {
  const junk = Buffer.alloc(3_000, 'junk before the first entry ');

  it.each([
    ['without other bytes', zipOf(parts)],
    ['after other bytes', Buffer.concat([junk, zipOf(parts)])],
    ['with other bytes after it', Buffer.concat([zipOf(parts), junk])],
    ['with ZIP64', zip64Of(zipOf(parts))],
    ['with ZIP64, after other bytes', Buffer.concat([junk, zip64Of(zipOf(parts))])],
    ['with sizes after the data', zipOf(parts.map((part) => ({ ...part, sizesFollow: true })))],
    ['with an end record inside its comment', withComment(Buffer.concat([endOf(0), Buffer.alloc(9)]))],
  ])('finds the entries of a zip %s', async (_, file) => {
    expect(await textOf(file)).toBe(TEXT);
  });

  it('finds the entries of a zip whose offsets include bytes in front of it', async () => {
    const file = Buffer.concat([junk, zipOf(parts)]);
    const at = file.length - END_BYTES;
    file.writeUInt32LE(file.readUInt32LE(at + 16) + junk.length, at + 16);
    const central = Buffer.from('PK\x01\x02', 'latin1');
    for (let line = file.indexOf(central); line >= 0; line = file.indexOf(central, line + 1)) {
      file.writeUInt32LE(file.readUInt32LE(line + 42) + junk.length, line + 42);
    }
    expect(await textOf(file)).toBe(TEXT);
  });

  it('returns the entries before a broken line, and reports the damage', async () => {
    const file = zipOf([...parts, { name: 'third', data: 'c' }]);
    const central = Buffer.from('PK\x01\x02', 'latin1');
    file.fill(0, file.lastIndexOf(central), file.lastIndexOf(central) + 4);
    const { entries, damage } = await readZipDirectory(new BufferByteReader(file));
    expect(entries.map(({ name }) => name)).toEqual(['first', 'folder/words']);
    expect(damage).toBeDefined();
  });

  it('refuses a directory above the limit with FILE_TOO_LARGE', async () => {
    const reading = readZipDirectory(new BufferByteReader(zipOf(parts)), { maxBytes: 90 });
    expect(await codeOf(reading)).toBe('FILE_TOO_LARGE');
  });

  it('refuses bytes without an end record, and a directory outside of the file', async () => {
    expect(await codeOf(textOf(junk))).toBe('FILE_CORRUPT');
    expect(await codeOf(textOf(endOf(3)))).toBe('FILE_CORRUPT');
  });

  it('reads the tail once when it is full of end records', async () => {
    const file = Buffer.concat(Array.from({ length: 3_000 }, () => endOf(0xffff)));
    const counted = countReads(file);
    await codeOf(readZipDirectory(counted.reader));
    expect(counted.reads()).toBeLessThan(5);
  });
});

describe('readZipText', () => {
  it('unpacks no more than the limit', async () => {
    const reader = new BufferByteReader(
      zipOf([{ name: 'a', data: Buffer.alloc(9_000_000), declaredBytes: 9 }]),
    );
    const { entries } = await readZipDirectory(reader);
    const [entry] = entries;
    expect(await codeOf(readZipText(reader, entry as NonNullable<typeof entry>, 100_000))).toBe(
      'FILE_CORRUPT',
    );
  });
});

describe('checkZip', () => {
  it('reports encryption and limits even when the directory is broken', async () => {
    const reader = new BufferByteReader(zipOf(parts));
    const { entries, start } = await readZipDirectory(reader);
    const check = (change: object) =>
      codeOf(
        checkZip(reader, {
          entries: entries.map((entry) => ({ ...entry, offset: 7, ...change })),
          start,
          damage: 'its directory is broken',
        }),
      );
    expect(await check({ flags: 1 })).toBe('FILE_ENCRYPTED');
    expect(await check({ unpackedBytes: 2 ** 31 })).toBe('FILE_TOO_LARGE');
    expect(await check({ name: 'a'.repeat(300) })).toBe('FILE_TOO_LARGE');
    expect(await check({})).toBe('FILE_CORRUPT');
  });
});

describe('readLocalEntries', () => {
  it.each([
    ['cut in its directory', zipOf(parts).subarray(0, -40)],
    [
      'with sizes after the data',
      zipOf(parts.map((part) => ({ ...part, sizesFollow: true }))).subarray(0, -40),
    ],
    ['after other bytes', Buffer.concat([Buffer.alloc(100), zipOf(parts)]).subarray(0, -40)],
  ])('finds the entries of a zip that is %s', async (_, head) => {
    const entries = readLocalEntries(head);
    expect(entries.map(({ name }) => name)).toEqual(['first', 'folder/words']);
    expect(await readLocalText(entries[1] as NonNullable<(typeof entries)[1]>, 1_000)).toBe(TEXT);
  });

  it('returns the text before a cut', async () => {
    const text = Array.from({ length: 2_000 }, (_, i) => `${i} `).join('');
    const [entry] = readLocalEntries(zipOf([{ name: 'a', data: text }]).subarray(0, 2_000));
    const seen = (await readLocalText(entry as NonNullable<typeof entry>, 100_000)) ?? '';
    expect(seen.length).toBeGreaterThan(1_000);
    expect(text.startsWith(seen)).toBe(true);
  });
});

/** An end record that declares entries of a missing directory. */
function endOf(count: number): Buffer {
  const end = Buffer.alloc(END_BYTES);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(46 * count, 12);
  return end;
}

function withComment(comment: Buffer): Buffer {
  const file = Buffer.concat([zipOf(parts), comment]);
  file.writeUInt16LE(comment.length, file.length - comment.length - 2);
  return file;
}

function countReads(file: Buffer): { reader: ByteReader; reads: () => number } {
  const inner = new BufferByteReader(file);
  let reads = 0;
  return {
    reader: {
      sizeBytes: file.length,
      read: (offset, length) => {
        reads++;
        return inner.read(offset, length);
      },
    },
    reads: () => reads,
  };
}
