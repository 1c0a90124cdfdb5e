import { describe, expect, it } from '@jest/globals';
import { BufferByteReader } from '../../index.js';
import { readHeifLimits } from './heif.js';

const u16 = (value: number): Buffer => Buffer.from([value >> 8, value & 0xff]);
const u32 = (value: number): Buffer => Buffer.concat([u16(Math.floor(value / 65_536)), u16(value % 65_536)]);
const text = (value: string): Buffer => Buffer.from(value, 'latin1');
const box = (type: string, ...parts: readonly Buffer[]): Buffer => {
  const data = Buffer.concat(parts);
  return Buffer.concat([u32(data.length + 8), text(type), data]);
};
/** With version and flags. */
const full = (type: string, ...parts: readonly Buffer[]): Buffer => box(type, u32(0), ...parts);

const FTYP = box('ftyp', text('avis'), u32(0), text('avifmsf1mif1'));
/** The still picture, 64 × 48. */
const META = full(
  'meta',
  full('pitm', u16(1)),
  box('iprp', box('ipco', full('ispe', u32(64), u32(48))), full('ipma', u32(1), u16(1), Buffer.from([1, 1]))),
);

interface Track {
  readonly handler?: string;
  readonly frames?: number;
  /** Pictures and the units that each is shown. */
  readonly times?: readonly (readonly [count: number, units: number])[];
  /** Of the configuration of AV1. */
  readonly depth?: number;
}

function track({ handler = 'pict', frames = 3, times = [[3, 100]], depth = 0 }: Track): Buffer {
  const entry = box('av01', Buffer.alloc(78), box('av1C', Buffer.from([0x81, 0, depth, 0])));
  const table = box(
    'stbl',
    full('stsd', u32(1), entry),
    full('stts', u32(times.length), ...times.flatMap(([count, units]) => [u32(count), u32(units)])),
    full('stsz', u32(0), u32(frames)),
  );
  const header = full('mdhd', u32(0), u32(0), u32(1_000), u32(300), u32(0));
  return box('trak', box('mdia', header, full('hdlr', u32(0), text(handler)), box('minf', table)));
}

const file = (...tracks: readonly Track[]): Buffer =>
  Buffer.concat([FTYP, META, box('moov', ...tracks.map(track))]);
const factsOf = (bytes: Buffer) => readHeifLimits(new BufferByteReader(bytes));
const SIZE = { widthPx: 64, heightPx: 48 };

describe('an AVIF that moves', () => {
  it('says how many pictures it has, and how long the last one is shown', async () => {
    const times = [
      [1, 100],
      [2, 250],
    ] as const;
    expect(await factsOf(file({ times }))).toEqual({ ...SIZE, frames: 3, lastFrameMs: 250 });
  });

  it('says that it has transparency, and more than eight bits', async () => {
    const facts = await factsOf(file({ depth: 0x40 }, { handler: 'auxv' }));
    expect(facts).toEqual({ ...SIZE, frames: 3, lastFrameMs: 100, hasAlpha: true, componentBits: 10 });
  });

  it.each([
    ['no track', file()],
    ['one picture', file({ frames: 1 })],
    ['no tables', Buffer.concat([FTYP, META, box('moov', box('trak', box('mdia')))])],
  ])('is a still picture with %s', async (_, bytes) => {
    expect(await factsOf(bytes)).toEqual(SIZE);
  });

  it('keeps the size of its still picture wherever its tracks end, or with any byte of them changed', async () => {
    const whole = file({}, { handler: 'auxv' });
    const start = FTYP.length + META.length;
    for (let at = start; at < whole.length; at++) {
      expect(await factsOf(whole.subarray(0, at))).toMatchObject(SIZE);
      const changed = Buffer.from(whole);
      changed.writeUInt8(whole.readUInt8(at) ^ 0xff, at);
      expect(await factsOf(changed)).toMatchObject(SIZE);
    }
  });
});
