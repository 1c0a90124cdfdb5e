import { readStreamInfo } from './flac.js';
import { type MediaInfo, type MediaTrack, unknownCodec } from './media-info.js';
import { corrupt, type Window } from './window.js';

const PAGE_HEADER_BYTES = 27;
const IS_FIRST_OF_STREAM = 2;
const NO_POSITION = 0xffff_ffff_ffff_ffffn;
/** The largest page is 65,307 bytes (RFC 3533). */
const TAIL_BYTES = 131_072;
const COMMENT_BYTES = 262_144;

interface Page {
  readonly flags: number;
  readonly position: bigint;
  readonly serial: number;
  readonly dataAt: number;
  readonly end: number;
}

/** A stream of an Ogg file, and how its positions become time. */
export interface OggStream {
  readonly track: MediaTrack;
  readonly serial: number;
  readonly positionHz: number;
  /** Samples at the beginning that are not played. */
  readonly skip: number;
}

async function readPage(window: Window, offset: number): Promise<Page | undefined> {
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

/** The streams that begin at the start of the file. */
export async function readOggStreams(window: Window): Promise<readonly OggStream[]> {
  const streams: OggStream[] = [];
  let page = await readPage(window, 0);
  while (page && page.flags & IS_FIRST_OF_STREAM && streams.length <= 64) {
    const stream = describe(await window.read(page.dataAt, 64), page.serial);
    if (stream) streams.push(stream);
    page = await readPage(window, page.end);
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
  // A skeleton describes the others and is no stream of its own.
  if (text.startsWith('fishead')) return undefined;
  return { track: { kind: 'data', codec: unknownCodec(text.slice(0, 4)) }, serial, positionHz: 0, skip: 0 };
}

/** Reads Ogg with sound: Vorbis, Opus, FLAC or Speex. */
export async function readOgg(window: Window): Promise<MediaInfo> {
  const streams = await readOggStreams(window);
  const first = streams.find((stream) => stream.track.kind === 'audio');
  if (!first) throw corrupt('it holds no sound');
  const samples = Number(await lastPosition(window, first.serial)) - first.skip;
  const start = await window.read(0, COMMENT_BYTES);
  const hasCover = start.indexOf('METADATA_BLOCK_PICTURE=', 0, 'latin1') >= 0;
  return {
    tracks: [
      ...streams.map((stream) => stream.track),
      ...(hasCover ? [{ kind: 'video', codec: 'mjpeg', isCover: true } as const] : []),
    ],
    ...(samples > 0 && first.positionHz > 0 && { durationMs: (samples / first.positionHz) * 1000 }),
  };
}

/** Position at the end of a stream, from the last pages. @throws {AppError} FILE_CORRUPT if the last page is cut */
async function lastPosition(window: Window, serial: number): Promise<bigint> {
  const tailStart = Math.max(0, window.sizeBytes - TAIL_BYTES);
  const tail = await window.read(tailStart, TAIL_BYTES);
  let isLast = true;
  for (
    let at = tail.lastIndexOf('OggS', undefined, 'latin1');
    at >= 0;
    at = at === 0 ? -1 : tail.lastIndexOf('OggS', at - 1, 'latin1')
  ) {
    const page = await readPage(window, tailStart + at);
    if (isLast && (!page || page.end > window.sizeBytes)) throw corrupt('it is cut short');
    isLast = false;
    if (page?.serial === serial && page.position !== NO_POSITION) return page.position;
  }
  return 0n;
}
