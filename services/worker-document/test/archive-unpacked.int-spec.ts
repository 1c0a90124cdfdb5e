import { createHash, randomBytes } from 'node:crypto';
import { type Converted, type Converter, createConverter } from '@filemill/worker/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createEngine } from '../src/engines/archive.engine.js';
import { rarFive, rarFour } from './archive-rar.js';
import { membersOf, openByOthers } from './archive-reading.js';

let converter: Converter;
beforeAll(async () => {
  converter = await createConverter([createEngine]);
});
afterAll(() => converter.close());

const convert = (bytes: Buffer, to = 'tar', strict = false): Promise<Converted> =>
  converter.convertBytes(bytes, { from: 'rar', to, strict });

async function contentsOf({ outputs }: Converted, to = 'tar') {
  const path = outputs[0]?.path as string;
  openByOthers(path);
  return membersOf(path, to)
    .filter(({ type }) => type === 'file')
    .map(({ name, sha256 }) => [name, sha256]);
}

/** With the separator that RAR uses in names. */
const SOLID = [
  { name: 'one.txt', data: randomBytes(20_000) },
  { name: 'a folder\\two.txt', data: randomBytes(30_000) },
  { name: 'three', data: randomBytes(10) },
];
const sha256Of = ({ name, data }: { name: string; data: Buffer }) => [
  name.replace('\\', '/'),
  createHash('sha256').update(data).digest('hex'),
];
const CONTENTS = SOLID.map(sha256Of).toSorted();

describe('a solid RAR before version 5, which bsdtar cannot read', () => {
  it.each(['tar', 'zip', '7z'])('converts to a %s of the same files, without a loss', async (to) => {
    const converted = await convert(rarFour(SOLID, { solid: true }), to);
    expect((await contentsOf(converted, to)).toSorted()).toEqual(CONTENTS);
    expect(converted.losses).toEqual([]);
  });

  it('is refused as a bomb by its list, before it is unpacked', async () => {
    const bomb = [...SOLID, { name: 'bomb', data: Buffer.alloc(10), declaredBytes: 3e9 }];
    await expect(convert(rarFour(bomb, { solid: true }))).rejects.toMatchObject({ code: 'FILE_TOO_LARGE' });
  });

  it('is refused as encrypted', async () => {
    const locked = SOLID.map((entry) => ({ ...entry, encrypted: true }));
    await expect(convert(rarFour(locked, { solid: true }))).rejects.toMatchObject({ code: 'FILE_ENCRYPTED' });
  });

  it('delivers the undamaged files, and is refused in strict mode', async () => {
    const bytes = rarFour(SOLID, { solid: true });
    const at = bytes.indexOf(SOLID[1]?.data.subarray(0, 32) as Buffer);
    bytes.writeUInt8(bytes.readUInt8(at) ^ 0x10, at);
    const converted = await convert(bytes);
    expect((await contentsOf(converted)).toSorted()).toEqual([CONTENTS[1], CONTENTS[2]]);
    expect(converted.losses).toMatchObject([
      { code: 'input_damaged', params: { unit: 'entries', missing: 1, names: 'a folder/two.txt' } },
    ]);
    await expect(convert(bytes, 'tar', true)).rejects.toMatchObject({ code: 'FILE_CORRUPT' });
  });

  it('loses links that lead outside, and writes nothing through them', async () => {
    const links = [
      { name: 'out', data: Buffer.from('/job/out'), mode: 0o120777 },
      { name: 'out\\planted', data: Buffer.from('planted') },
      ...SOLID,
    ];
    const converted = await convert(rarFour(links, { solid: true }));
    expect((await contentsOf(converted)).toSorted()).toEqual(CONTENTS);
    expect(converted.losses).toMatchObject([
      { code: 'input_damaged', params: { missing: 1, names: 'out/planted' } },
      { code: 'links_dropped', params: { count: 1 } },
    ]);
  });
});

describe('a RAR 5 with hard links', () => {
  it('keeps the file and reports that its links were dropped', async () => {
    const one = { name: 'one.txt', data: randomBytes(5_000) };
    const link = { name: 'same.txt', hardLinkTo: 'one.txt', declaredBytes: 5_000 };
    const converted = await convert(rarFive([one, link]));
    expect(await contentsOf(converted)).toEqual([sha256Of(one)]);
    expect(converted.losses).toMatchObject([{ code: 'links_dropped', params: { count: 1 } }]);
  });
});
