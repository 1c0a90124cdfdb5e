import { type FileHandle, open } from 'node:fs/promises';
import type { LossCode } from '@filemill/formats';
import type { Canvas } from './pictures.js';
import { rowsTogether } from './rows.js';

/**
 * Writes a picture as "Adobe Photoshop File Formats Specification", 2019. Transparency belongs to a layer; one that covers the
 * picture holds it, and the merged picture has it once more, for programs that read no layers.
 */
export async function writePhotoshop(path: string, picture: Canvas): Promise<readonly LossCode[]> {
  const { hasAlpha } = picture;
  const channels = (hasAlpha ? [0, 1, 2, 3] : [0, 1, 2]).map((channel) => channelOf(picture, channel));
  const file = await open(path, 'wx');
  try {
    await file.write(headerOf(picture, channels.length));
    const resources = resourcesOf(picture);
    await file.write(Buffer.concat([u32(0), u32(resources.length), resources]));
    if (hasAlpha) await writeLayer(file, picture, channels);
    else await file.write(u32(0));
    await file.write(u16(channels[0]?.method ?? 0));
    for (const { counts } of channels) await file.write(counts);
    for (const { pieces } of channels) for (const piece of pieces()) await file.write(piece);
  } finally {
    await file.close();
  }
  return [];
}

const u16 = (value: number): Buffer => {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value & 0xffff);
  return bytes;
};
const u32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};
const ascii = (text: string): Buffer => Buffer.from(text, 'latin1');
const isDeep = ({ samples }: Canvas): boolean => samples instanceof Uint16Array;

const RGB = 3;
function headerOf(picture: Canvas, channels: number): Buffer {
  return Buffer.concat([
    ...[ascii('8BPS'), u16(1), Buffer.alloc(6), u16(channels), u32(picture.heightPx), u32(picture.widthPx)],
    ...[u16(isDeep(picture) ? 16 : 8), u16(RGB)],
  ]);
}

const ICC_PROFILE = 1_039;
function resourcesOf({ profile }: Canvas): Buffer {
  if (!profile) return Buffer.alloc(0);
  // A name of no letters has two bytes, and data have an even number.
  const padding = Buffer.alloc(profile.length % 2);
  return Buffer.concat([ascii('8BIM'), u16(ICC_PROFILE), u16(0), u32(profile.length), profile, padding]);
}

/** Of a channel: rows without compression, or packed with their lengths before them. */
interface Channel {
  readonly method: 0 | 1;
  readonly counts: Buffer;
  readonly bytes: number;
  pieces(): Iterable<Buffer>;
}

/** Sixteen bits are not packed: their lower bytes are noise. */
const channelOf = (picture: Canvas, channel: number): Channel =>
  isDeep(picture) ? plainChannel(picture, channel) : packedChannel(picture, channel);

function plainChannel({ samples, widthPx, heightPx }: Canvas, channel: number): Channel {
  function* pieces(): Generator<Buffer> {
    for (const [from, to] of rowsTogether(heightPx, widthPx * 2)) {
      const rows = Buffer.alloc((to - from) * widthPx * 2);
      const first = from * widthPx;
      for (let at = 0; at < rows.length; at += 2)
        rows.writeUInt16BE(samples[(first + at / 2) * 4 + channel] as number, at);
      yield rows;
    }
  }
  return { method: 0, counts: Buffer.alloc(0), bytes: widthPx * heightPx * 2, pieces };
}

function packedChannel({ samples, widthPx, heightPx }: Canvas, channel: number): Channel {
  const counts = Buffer.alloc(heightPx * 2);
  const pieces: Buffer[] = [];
  let bytes = 0;
  const row = Buffer.alloc(widthPx);
  for (const [from, to] of rowsTogether(heightPx, widthPx)) {
    const packed = Buffer.alloc((to - from) * longestRow(widthPx));
    let end = 0;
    for (let y = from; y < to; y++) {
      for (let x = 0; x < widthPx; x++) row[x] = samples[(y * widthPx + x) * 4 + channel] as number;
      const next = packRow(row, packed, end);
      counts.writeUInt16BE(next - end, y * 2);
      end = next;
    }
    // A copy, so that the room for the longest rows is free again.
    pieces.push(Buffer.from(packed.subarray(0, end)));
    bytes += end;
  }
  return { method: 1, counts, bytes, pieces: () => pieces };
}

const LONGEST = 128;
const longestRow = (widthPx: number): number => widthPx + Math.ceil(widthPx / LONGEST);

/** PackBits of Apple, Technical Note TN1023: runs of at least three bytes, and the bytes between. @returns the end in `target` */
function packRow(row: Buffer, target: Buffer, start: number): number {
  let end = start;
  for (let at = 0; at < row.length; ) {
    const run = runAt(row, at);
    if (run >= 3) {
      target[end++] = 257 - run;
      target[end++] = row[at] as number;
      at += run;
      continue;
    }
    const from = at;
    while (at < row.length && at - from < LONGEST && runAt(row, at, 3) < 3) at++;
    target[end++] = at - from - 1;
    end += row.copy(target, end, from, at);
  }
  return end;
}

/** How often the byte at a place is repeated, at most. */
function runAt(row: Buffer, at: number, most = LONGEST): number {
  const last = Math.min(row.length, at + most);
  let next = at + 1;
  while (next < last && row[next] === row[at]) next++;
  return next - at;
}

/** The ids of red, green, blue and transparency. */
const LAYER_CHANNELS = [0, 1, 2, -1];
const NAME = Buffer.from('\x07Layer 1', 'latin1');

/** The section of layers, with one. With sixteen bits it stands in a block of its own. */
async function writeLayer(file: FileHandle, picture: Canvas, channels: readonly Channel[]): Promise<void> {
  const { widthPx, heightPx } = picture;
  const lengthOf = ({ counts, bytes }: Channel): number => 2 + counts.length + bytes;
  // No mask, no ranges of blending, and the name.
  const extra = Buffer.concat([u32(0), u32(0), NAME]);
  const record = Buffer.concat([
    // Below zero: the first channel beyond the colours is the transparency of the merged picture.
    u16(-1),
    ...[0, 0, heightPx, widthPx].map(u32),
    u16(channels.length),
    ...channels.flatMap((channel, index) => [u16(LAYER_CHANNELS[index] ?? 0), u32(lengthOf(channel))]),
    // Normal, opaque, not clipped, visible.
    ...[ascii('8BIMnorm'), Buffer.from([255, 0, 0, 0]), u32(extra.length), extra],
  ]);
  const unpadded = record.length + channels.reduce((sum, channel) => sum + lengthOf(channel), 0);
  const length = Math.ceil(unpadded / 4) * 4;
  const before = isDeep(picture)
    ? [u32(4 + 4 + 12 + length), u32(0), u32(0), ascii('8BIMLr16'), u32(length)]
    : [u32(4 + length + 4), u32(length)];
  await file.write(Buffer.concat([...before, record]));
  for (const { method, counts, pieces } of channels) {
    await file.write(Buffer.concat([u16(method), counts]));
    for (const piece of pieces()) await file.write(piece);
  }
  const after = isDeep(picture) ? [] : [u32(0)];
  await file.write(Buffer.concat([Buffer.alloc(length - unpadded), ...after]));
}
