import { ascii, int16, int32, oleOf } from './old-office.js';

/**
 * Presentations of one slide with one text box before PowerPoint 97. No specification was published, so they follow the
 * library that reads them (libmwaw, PowerPoint3Parser and PowerPoint7Parser). Lengths are eighths of a point, from the
 * middle of the slide.
 */

const box = (numbers: (...values: number[]) => Buffer): Buffer => numbers(-2400, -1600, 2400, -400);
const padded = (content: Buffer, bytes: number): Buffer =>
  Buffer.concat([content, Buffer.alloc(bytes)]).subarray(0, bytes);

/** A record of PowerPoint 95: type, size and instance, then its content. */
function record(type: number, instance: number, ...content: Buffer[]): Buffer {
  const data = Buffer.concat(content);
  return Buffer.concat([
    ...[int16(type, 0, 0, 0), int32(data.length)],
    ...[Buffer.from([instance, 0]), int16(0), data],
  ]);
}

/** A presentation of PowerPoint 95. */
export function slides95(text: string): Buffer {
  const place = record(
    3009,
    0,
    ...[Buffer.from([0xfd, 0xff]), int16(0xffff, 0, 0), Buffer.alloc(4), box(int32)],
    Buffer.alloc(12),
  );
  const words = record(4001, 0, record(4002, 0, record(4064, 0, record(2030, 53, ascii(text)))));
  const shape = record(3008, 19, place, words);
  const slide = record(1006, 0, record(1007, 0, int32(256, 0)), record(3000, 0, shape));
  const page = record(1001, 0, int32(5760, 4320, 4320, 5760), int16(0, 1), Buffer.alloc(24));
  const slides = record(2000, 10, record(2001, 0, int32(1)), slide);
  return oleOf({
    'PowerPoint Document': record(3, 0, record(1000, 0, page, slides, record(1002, 0))),
    'PersistentStorage Directory': Buffer.alloc(62),
  });
}

const NONE = 0xffff_ffff;

/** A presentation of PowerPoint 4 for Windows: zones that refer to each other by their number in a table. */
export function slides4(text: string): Buffer {
  const page = int16(-2880, -2160, 2880, 2160);
  const [INFO, ROOT, LIST, SLIDE, CONTENT, WORDS, SHAPES] = [1, 2, 3, 4, 5, 6, 7];
  const info = Buffer.concat([
    ...[Buffer.alloc(8), page, int16(-2160, -2880, 2160, 2880), page, int16(0)],
    ...[int32(ROOT, NONE, NONE, NONE, NONE), Buffer.alloc(20), int32(...Array<number>(8).fill(NONE))],
    ...[Buffer.alloc(12), int32(NONE, NONE), Buffer.alloc(20)],
  ]);
  const root = Buffer.concat([Buffer.alloc(6), int32(LIST), int16(1, 1), Buffer.alloc(8)]);
  const list = Buffer.concat([int16(1), int32(10), Buffer.alloc(22), int32(SLIDE)]);
  const slide = Buffer.concat([int32(0, 0, CONTENT), Buffer.alloc(22)]);
  const content = Buffer.concat([
    ...[int32(WORDS, SHAPES), int16(1, 0, 0xffff, 0xffff, 0xffff)],
    Buffer.alloc(20),
  ]);
  const words = Buffer.concat([
    ...[Buffer.alloc(22), box(int16), Buffer.alloc(38), int32(text.length)],
    padded(ascii(text), text.length + (text.length % 2)),
    ...[int16(0xc), int32(text.length), int16(16), int32(0)],
    ...[int16(0x18), int32(text.length), int16(28), int32(0)],
  ]);
  const shape = Buffer.concat([int16(1), Buffer.from([1, 0]), box(int16), Buffer.alloc(12), int16(-3)]);
  const zones = [Buffer.alloc(0), info, root, list, slide, content, words, padded(shape, 32)];
  let end = 24 + 8 * zones.length;
  const table = zones.map((zone) => {
    end += zone.length;
    return int32(zone.length, end - zone.length);
  });
  const header = [Buffer.from('eddead0b', 'hex'), int32(4, 24), int16(zones.length, 4)];
  return oleOf({
    PP40: Buffer.concat([...header, int32(end), int16(0, INFO), ...table, ...zones]),
    'Current User': Buffer.from('\x04ABCD', 'latin1'),
  });
}
