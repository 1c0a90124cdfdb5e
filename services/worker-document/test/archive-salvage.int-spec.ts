import { execFileSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { AppError } from '@filemill/errors';
import { type Converted, type Converter, createConverter } from '@filemill/worker/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createEngine } from '../src/engines/archive.engine.js';
import { type Entry, KINDS, tarOf } from './archive-hostile.js';
import { membersOf, openByOthers } from './archive-reading.js';

let converter: Converter;
beforeAll(async () => {
  converter = await createConverter([createEngine]);
});
afterAll(() => converter.close());

/** Eight incompressible files, so that every kind of archive has each at its own place. */
const NAMES = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'a folder/eight'];
const ENTRIES: readonly Entry[] = NAMES.map((name) => ({ name, data: randomBytes(50_000) }));
const sha256Of = ({ data = Buffer.alloc(0) }: Entry): string =>
  createHash('sha256').update(data).digest('hex');

const convert = (from: string, bytes: Buffer, strict = false): Promise<Converted> =>
  converter.convertBytes(bytes, { from, to: from === 'zip' ? 'tar' : 'zip', strict });

/** Every delivered file must be complete and one of the input's files. */
async function salvaged(from: string, bytes: Buffer) {
  const { outputs, losses } = await convert(from, bytes);
  const path = outputs[0]?.path as string;
  openByOthers(path);
  const members = membersOf(path, from === 'zip' ? 'tar' : 'zip').filter(({ type }) => type === 'file');
  for (const { name, sha256 } of members) {
    expect([name, sha256]).toEqual([name, sha256Of(ENTRIES[NAMES.indexOf(name)] as Entry)]);
  }
  const damage = losses.find(({ code }) => code === 'input_damaged');
  return { names: members.map(({ name }) => name), damage: damage?.params };
}

const make = (kind: string): Buffer => (KINDS[kind] as (entries: readonly Entry[]) => Buffer)(ENTRIES);

/** Flips a bit of one of the files. */
function withDamagedEntry(bytes: Buffer, index: number): Buffer {
  const data = ENTRIES[index]?.data as Buffer;
  const at = bytes.indexOf(data.subarray(20_000, 20_032));
  expect(at).toBeGreaterThan(0);
  const copy = Buffer.from(bytes);
  copy.writeUInt8(copy.readUInt8(at) ^ 0x10, at);
  return copy;
}

describe('an archive with a wrong checksum in one entry', () => {
  it.each(['zip', 'rar', 'rar (4)'])(
    'delivers the other entries and names the damaged one: %s',
    async (kind) => {
      const { names, damage } = await salvaged(kind.split(' ')[0] as string, withDamagedEntry(make(kind), 2));
      expect(names.toSorted()).toEqual(NAMES.filter((name) => name !== 'three').toSorted());
      expect(damage).toEqual({ unit: 'entries', missing: 1, total: expect.any(Number), names: 'three' });
    },
  );

  it('is refused in strict mode', async () => {
    await expect(convert('zip', withDamagedEntry(make('zip'), 2), true)).rejects.toMatchObject({
      code: 'FILE_CORRUPT',
    });
  });
});

describe('an archive with one entry that cannot be unpacked', () => {
  it('delivers the entries before and after it', async () => {
    const bytes = make('zip');
    const names = [2, 5].map((index) => NAMES[index] as string);
    for (const name of names) {
      // With the lengths before the name: three letters alone may also be in the random data.
      const end = Buffer.from([name.length, 0, 0, 0, ...Buffer.from(name)]);
      const at = bytes.indexOf(end) + end.length;
      // A block type that deflate does not have.
      bytes.writeUInt8(0x07, at);
    }
    const { names: left, damage } = await salvaged('zip', bytes);
    expect(left.toSorted()).toEqual(NAMES.filter((name) => !names.includes(name)).toSorted());
    expect(damage).toMatchObject({ unit: 'entries', missing: 2, names: 'three, six' });
  });
});

describe('a packed file that is damaged', () => {
  const text = randomBytes(100_000);
  const lzma = execFileSync('xz', ['--format=lzma', '-c'], { input: text });
  // Its size, after the properties and the dictionary: 38 bytes less than it holds.
  lzma.writeBigUInt64LE(BigInt(text.length - 38), 5);

  it.each([
    ['gz', gzipSync(text).subarray(0, 70_000), 60_000],
    ['lzma', lzma, text.length - 5_000],
  ])('becomes the file that it holds until there: %s', async (format, bytes, least) => {
    const { outputs, losses } = await convert(format, bytes);
    const [path = ''] = outputs.map((output) => output.path);
    const file = execFileSync('unzip', ['-p', path]);
    expect(file.length).toBeGreaterThan(least);
    expect(file).toEqual(text.subarray(0, file.length));
    expect(losses).toMatchObject([{ code: 'input_damaged', params: { unit: 'unknown' } }]);
    await expect(convert(format, bytes, true)).rejects.toMatchObject({ code: 'FILE_CORRUPT' });
  });

  it('is refused if nothing of it can be unpacked', async () => {
    await expect(convert('gz', gzipSync(text).subarray(0, 12))).rejects.toMatchObject({
      code: 'FILE_CORRUPT',
    });
  });
});

describe('a truncated archive', () => {
  const tar = tarOf(ENTRIES);
  it.each([
    ['tar', tar],
    ['tar.gz', gzipSync(tar)],
    ['zip', make('zip')],
    ['rar', make('rar')],
  ])('delivers the entries before the cut: %s', async (format, bytes) => {
    const { names, damage } = await salvaged(format, bytes.subarray(0, Math.floor(bytes.length * 0.7)));
    expect(names).toEqual(NAMES.slice(0, 5));
    expect(damage).toMatchObject({ unit: 'entries', missing: 1 });
  });

  it('is refused with FILE_CORRUPT if no entry is left', async () => {
    const code = await convert('zip', make('zip').subarray(0, 20_000)).then(
      () => 'converted',
      (error: unknown) => AppError.from(error).code,
    );
    expect(code).toBe('FILE_CORRUPT');
  });
});
