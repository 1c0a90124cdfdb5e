import { type Box, childBoxes, topBoxes } from '../../bytes/boxes.js';
import { type ByteReader, corrupt } from '../../bytes/byte-reader.js';
import type { Facts } from '../../define/facts.js';

/** Brands that name the codec (ISO/IEC 23008-12, annex B; AV1 Image File Format 1.1). */
const HEVC_BRANDS = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs']);
const AV1_BRANDS = new Set(['avif', 'avis']);
/** Brands for pictures in general, which leave the codec to the compatible brands. */
const NEUTRAL_BRANDS = new Set([
  'mif1',
  'mif2',
  'msf1',
  'miaf',
  'MiHB',
  'MiHE',
  'MiHA',
  'MiPr',
  'MA1B',
  'MA1A',
  'heif',
]);
const MAX_META_BYTES = 1_048_576;
/** The tables of a sequence take a few bytes a picture. */
const MAX_MOVIE_BYTES = 4 * 1_048_576;
/** Version, flags and number of entries before a list of sample entries; the fixed part of one of video. */
const LIST_BYTES = 8;
const VISUAL_ENTRY_BYTES = 78;
/** AV1 Codec ISO Media File Format Binding, 2.3.3. Twelve bits set it too. */
const AV1_HIGH_BITDEPTH = 0x40;

/** `avif`, `heic`, or undefined for every other kind of ISO base media file (video has its own brands). */
export function heifFormat(head: Buffer): 'avif' | 'heic' | undefined {
  if (head.length < 16 || head.toString('latin1', 4, 8) !== 'ftyp') return undefined;
  const end = Math.min(head.readUInt32BE(0), head.length);
  const brands = [head.toString('latin1', 8, 12)];
  for (let at = 16; at + 4 <= end; at += 4) brands.push(head.toString('latin1', at, at + 4));
  const [major = '', ...compatible] = brands;
  if (AV1_BRANDS.has(major)) return 'avif';
  if (HEVC_BRANDS.has(major)) return 'heic';
  if (!NEUTRAL_BRANDS.has(major)) return undefined;
  if (compatible.some((brand) => AV1_BRANDS.has(brand))) return 'avif';
  return compatible.some((brand) => HEVC_BRANDS.has(brand)) ? 'heic' : undefined;
}

/**
 * Size and rotation of the primary item; of a sequence, how many pictures it has and whether they have transparency.
 * Damaged if a box reaches beyond the end of the file.
 */
export async function readHeifLimits(reader: ByteReader): Promise<Facts> {
  let facts: Facts | undefined;
  let sequence: Facts = {};
  try {
    for await (const next of topBoxes(reader)) {
      if (next.type === 'meta') facts ??= await primaryFacts(reader, next);
      if (next.type === 'moov') sequence = await sequenceFacts(reader, next);
    }
  } catch (error) {
    if (!facts) throw error;
    return { ...facts, ...sequence, damage: 'it ends too early' };
  }
  if (!facts) throw corrupt('it holds no picture');
  return { ...facts, ...sequence };
}

/** Of the tracks (ISO/IEC 14496-12, 8.3); nothing if they are a single picture, or too large to be that of an animation. */
async function sequenceFacts(reader: ByteReader, movie: Box): Promise<Facts> {
  if (movie.end - movie.start > MAX_MOVIE_BYTES) return {};
  const bytes = await reader.read(movie.start, movie.end - movie.start);
  const inside = ({ start, end }: Pick<Box, 'start' | 'end'>, type: string) =>
    childBoxes(bytes, start, end).filter((child) => child.type === type);
  const media = inside({ start: 0, end: bytes.length }, 'trak').flatMap((track) => inside(track, 'mdia'));
  const tables = media
    .flatMap((each) => inside(each, 'minf'))
    .flatMap((information) => inside(information, 'stbl'));
  const lengths = tables
    .flatMap((table) => inside(table, 'stsz'))
    .map(({ start, end }) => (end - start < 12 ? 0 : bytes.readUInt32BE(start + 8)));
  const frames = Math.max(0, ...lengths);
  if (frames < 2) return {};
  // The last entry of the times, each a number of pictures and how long one is shown.
  const [times] = tables.flatMap((table) => inside(table, 'stts'));
  const last = times && times.end - times.start >= 16 ? bytes.readUInt32BE(times.end - 4) : 0;
  const scale = media.flatMap((each) => inside(each, 'mdhd')).map((header) => timeScale(bytes, header))[0];
  const lastFrameMs = scale ? Math.round((last * 1_000) / scale) : 0;
  // The other kind of auxiliary track, depth, comes from cameras alone.
  const hasAlpha = media
    .flatMap((each) => inside(each, 'hdlr'))
    .some(
      ({ start, end }) => end - start >= 12 && bytes.toString('latin1', start + 8, start + 12) === 'auxv',
    );
  const entries = tables
    .flatMap((table) => inside(table, 'stsd'))
    .flatMap(({ start, end }) => inside({ start: start + LIST_BYTES, end }, 'av01'));
  const isDeep = entries
    .flatMap(({ start, end }) => inside({ start: start + VISUAL_ENTRY_BYTES, end }, 'av1C'))
    .some(({ start, end }) => end - start >= 4 && (bytes.readUInt8(start + 2) & AV1_HIGH_BITDEPTH) !== 0);
  return { frames, lastFrameMs, ...(hasAlpha && { hasAlpha }), ...(isDeep && { componentBits: 10 }) };
}

/** Units a second (ISO/IEC 14496-12, 8.4.2.2). 0: its header is too short. */
function timeScale(bytes: Buffer, { start, end }: Box): number {
  const at = start < end && bytes.readUInt8(start) === 1 ? start + 20 : start + 12;
  return at + 4 <= end ? bytes.readUInt32BE(at) : 0;
}

async function primaryFacts(reader: ByteReader, meta: Box): Promise<Facts> {
  if (meta.end - meta.start > MAX_META_BYTES) throw corrupt('its item table is too large');
  const bytes = await reader.read(meta.start, meta.end - meta.start);
  // `meta` is a full box: four bytes of version and flags come first.
  const boxes = childBoxes(bytes, 4, bytes.length);
  const primary = box(boxes, 'pitm');
  const properties = box(boxes, 'iprp');
  const children = childBoxes(bytes, properties.start, properties.end);
  const container = box(children, 'ipco');
  const all = childBoxes(bytes, container.start, container.end);
  const item =
    bytes.readUInt8(primary.start) === 0
      ? bytes.readUInt16BE(primary.start + 4)
      : bytes.readUInt32BE(primary.start + 4);
  const own = associations(bytes, box(children, 'ipma'), item).map((index) => all[index - 1]);
  const size = own.find((property) => property?.type === 'ispe');
  if (!size) throw corrupt('its picture has no size');
  const [widthPx, heightPx] = [bytes.readUInt32BE(size.start + 4), bytes.readUInt32BE(size.start + 8)];
  if (widthPx === 0 || heightPx === 0) throw corrupt('its size is zero');
  const turn = own.find((property) => property?.type === 'irot');
  const onItsSide = turn !== undefined && (bytes.readUInt8(turn.start) & 1) === 1;
  return onItsSide ? { widthPx: heightPx, heightPx: widthPx } : { widthPx, heightPx };
}

function box(boxes: readonly Box[], type: string): Box {
  const found = boxes.find((candidate) => candidate.type === type);
  if (!found) throw corrupt(`its ${type} table is missing`);
  return found;
}

/** One-based indexes into `ipco` of the properties of one item (ISO/IEC 23008-12, 9.3). */
function associations(bytes: Buffer, { start, end }: Box, item: number): number[] {
  const version = bytes.readUInt8(start);
  const wide = (bytes.readUInt8(start + 3) & 1) === 1;
  let at = start + 8;
  for (let left = bytes.readUInt32BE(start + 4); left > 0 && at < end; left--) {
    const id = version === 0 ? bytes.readUInt16BE(at) : bytes.readUInt32BE(at);
    at += version === 0 ? 2 : 4;
    const count = bytes.readUInt8(at++);
    if (id === item) {
      return Array.from({ length: count }, (_, i) =>
        wide ? bytes.readUInt16BE(at + 2 * i) & 0x7fff : bytes.readUInt8(at + i) & 0x7f,
      );
    }
    at += count * (wide ? 2 : 1);
  }
  throw corrupt('its picture has no properties');
}
