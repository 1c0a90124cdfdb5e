import { corrupt } from '../../bytes/byte-reader.js';
import { type Window } from '../../bytes/windows.js';
import type { MediaTrack } from '../../define/facts.js';
import { readStreamInfo } from './flac.js';
import { type FoundMedia, unknownCodec } from './header-reader.js';

/** The largest page is 65,307 bytes (RFC 3533). */
const TAIL_BYTES = 131_072;
/** Candidates for pages in the tail. */
const MAX_CANDIDATES = 256;
/** A cover is stored in the comments, in the second page of a stream. */
const COMMENT_BYTES = 262_144;
const MAX_STREAMS = 64;

/** A stream of an Ogg file, and how its positions are converted to time. */
interface OggStream {
  readonly track: MediaTrack;
  readonly serial: number;
  readonly positionHz: number;
  /** Samples at the beginning that are not played. */
  readonly skip: number;
}

/** The streams that begin at the start of the file. */
export async function readOggStreams(window: Window): Promise<readonly OggStream[]> {
  const streams: OggStream[] = [];
  let page = await readOggPage(window, 0);
  while (page && page.flags & IS_FIRST_OF_STREAM && streams.length <= MAX_STREAMS) {
    const stream = describe(await window.read(page.dataAt, 64), page.serial);
    if (stream) streams.push(stream);
    page = await readOggPage(window, page.end);
  }
  return streams;
}

function describe(head: Buffer, serial: number): OggStream | undefined {
  const text = head.toString('latin1', 0, 8);
  if (text.startsWith('\x01vorbis') && head.length >= 28) {
    const positionHz = head.readUInt32LE(12);
    const bitrateKbps = Math.round(head.readInt32LE(20) / 1000);
    const track: MediaTrack = {
      kind: 'audio',
      codec: 'vorbis',
      channels: head[11] ?? 0,
      sampleRateHz: positionHz,
      ...(bitrateKbps > 0 && { bitrateKbps }),
    };
    return { track, serial, positionHz, skip: 0 };
  }
  if (text === 'OpusHead' && head.length >= 19) {
    const track: MediaTrack = { kind: 'audio', codec: 'opus', channels: head[9] ?? 0, sampleRateHz: 48_000 };
    return { track, serial, positionHz: 48_000, skip: head.readUInt16LE(10) };
  }
  if (text.startsWith('\x7fFLAC') && head.length >= 51) {
    const { sampleRateHz, channels, sampleBits } = readStreamInfo(head.subarray(17));
    return {
      track: { kind: 'audio', codec: 'flac', sampleRateHz, channels, sampleBits },
      serial,
      positionHz: sampleRateHz,
      skip: 0,
    };
  }
  if (text === 'Speex   ' && head.length >= 52) {
    const positionHz = head.readUInt32LE(36);
    const track: MediaTrack = {
      kind: 'audio',
      codec: 'speex',
      channels: head.readUInt32LE(48),
      sampleRateHz: positionHz,
    };
    return { track, serial, positionHz, skip: 0 };
  }
  if (/^(\x80theora|BBCD)/.test(text)) {
    return {
      track: { kind: 'video', codec: text.startsWith('B') ? 'dirac' : 'theora' },
      serial,
      positionHz: 0,
      skip: 0,
    };
  }
  // A skeleton describes the other streams and is not one itself.
  if (text.startsWith('fishead')) return undefined;
  return { track: { kind: 'data', codec: unknownCodec(text.slice(0, 4)) }, serial, positionHz: 0, skip: 0 };
}

/** Reads Ogg audio: Vorbis, Opus, FLAC or Speex. */
export async function readOgg(window: Window, found: FoundMedia): Promise<void> {
  const streams = await readOggStreams(window);
  found.tracks.push(...streams.map((stream) => stream.track));
  if ((await window.read(0, COMMENT_BYTES)).includes('METADATA_BLOCK_PICTURE=', 0, 'latin1')) {
    found.tracks.push({ kind: 'video', codec: 'mjpeg', isCover: true });
  }
  const first = streams.find((stream) => stream.track.kind === 'audio');
  if (!first) throw corrupt('it holds no sound');
  const { position, isCut } = await lastPosition(window, first.serial);
  const samples = Number(position) - first.skip;
  if (samples > 0 && first.positionHz > 0) found.durationMs = (samples / first.positionHz) * 1000;
  if (!isCut) return;
  // The length of the missing part is not stored anywhere.
  found.isDurationEstimated = true;
  found.endsEarly = true;
  throw corrupt('it is cut short');
}

/** Position at the end of a stream, from the last pages, and whether the file ends within a page. */
async function lastPosition(window: Window, serial: number): Promise<{ position: bigint; isCut: boolean }> {
  const tailStart = Math.max(0, window.sizeBytes - TAIL_BYTES);
  const tail = await window.read(tailStart, TAIL_BYTES);
  let isCut: boolean | undefined;
  let at = tail.lastIndexOf('OggS', undefined, 'latin1');
  for (let seen = 0; at >= 0 && seen < MAX_CANDIDATES; seen++) {
    const page = await readOggPage(window, tailStart + at);
    isCut ??= !page || page.end > window.sizeBytes;
    const isWhole = page && page.end <= window.sizeBytes;
    if (isWhole && page.serial === serial && page.position !== NO_POSITION) {
      return { position: page.position, isCut };
    }
    at = at === 0 ? -1 : tail.lastIndexOf('OggS', at - 1, 'latin1');
  }
  return { position: 0n, isCut: isCut ?? false };
}

const PAGE_HEADER_BYTES = 27;
/** Flag of the first page of a stream. */
const IS_FIRST_OF_STREAM = 2;
/** Position of a page on which no packet ends. */
const NO_POSITION = 0xffff_ffff_ffff_ffffn;

/** A page of RFC 3533: `dataAt` and `end` enclose its content; `end` may lie beyond the file. */
interface OggPage {
  readonly flags: number;
  readonly position: bigint;
  readonly serial: number;
  readonly dataAt: number;
  readonly end: number;
}

/** The page at an offset, or undefined if none begins there. */
async function readOggPage(window: Window, offset: number): Promise<OggPage | undefined> {
  const head = await window.read(offset, PAGE_HEADER_BYTES);
  if (head.length < PAGE_HEADER_BYTES || head.toString('latin1', 0, 4) !== 'OggS') return undefined;
  const segments = head[26] ?? 0;
  const lengths = await window.read(offset + PAGE_HEADER_BYTES, segments);
  const dataAt = offset + PAGE_HEADER_BYTES + segments;
  return {
    flags: head[5] ?? 0,
    position: head.readBigUInt64LE(6),
    serial: head.readUInt32LE(14),
    dataAt,
    end: dataAt + lengths.reduce((sum, length) => sum + length, 0),
  };
}
