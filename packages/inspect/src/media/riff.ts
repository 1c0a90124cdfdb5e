import { codecOfFourcc, readWaveFormat, type WaveFormat, waveTrack } from './codecs.js';
import type { MediaInfo, MediaTrack } from './media-info.js';
import { corrupt, type Window } from './window.js';

interface Chunk {
  readonly id: string;
  /** Kind of a list; empty for a plain chunk. */
  readonly list: string;
  readonly start: number;
  /** As declared; it may lie beyond the end of the file. */
  readonly end: number;
}

const MAX_CHUNKS = 5_000;
/** Sizes that writers to a pipe leave in place of the real one. */
const OPEN_SIZES = new Set([0, 0xffffffff, 0x7ffff000]);

async function* chunks(window: Window, start: number, end: number): AsyncGenerator<Chunk> {
  let offset = start;
  for (let seen = 0; offset + 8 <= end; seen++) {
    if (seen > MAX_CHUNKS) throw corrupt('it has too many parts');
    const head = await window.read(offset, 12);
    const id = head.toString('latin1', 0, 4);
    const size = head.readUInt32LE(4);
    const isList = id === 'LIST' || id === 'RIFF';
    const list = isList && head.length === 12 ? head.toString('latin1', 8, 12) : '';
    yield { id, list, start: offset + (isList ? 12 : 8), end: offset + 8 + size };
    offset += 8 + size + (size & 1);
  }
}

/** Reads WAVE: RIFF, and RF64 (EBU Tech 3306) for more than 4 GB. */
export async function readWave(window: Window): Promise<MediaInfo> {
  let format: WaveFormat | undefined;
  let longBytes: number | undefined;
  for await (const chunk of chunks(window, 12, window.sizeBytes)) {
    if (chunk.id === 'ds64') longBytes = Number((await window.need(chunk.start, 16)).readBigUInt64LE(8));
    else if (chunk.id === 'fmt ') {
      const bytes = await window.need(chunk.start, Math.min(40, chunk.end - chunk.start));
      if (bytes.length < 16) throw corrupt('its format is cut short');
      format = readWaveFormat(bytes);
    } else if (chunk.id === 'data') return describeWave(window, chunk, format, longBytes);
  }
  throw corrupt('it holds no sound');
}

function describeWave(
  window: Window,
  data: Chunk,
  format: WaveFormat | undefined,
  longBytes: number | undefined,
): MediaInfo {
  if (!format || format.channels === 0 || format.sampleRateHz === 0) throw corrupt('its format is missing');
  const declared = longBytes ?? data.end - data.start;
  const present = window.sizeBytes - data.start;
  const isOpen = longBytes === undefined && OPEN_SIZES.has(declared);
  if (!isOpen && declared > present) throw corrupt('it is cut short');
  const { bytesPerSecond } = format;
  const bytes = isOpen ? present : declared;
  return {
    tracks: [waveTrack(format)],
    ...(bytesPerSecond > 0 && { durationMs: (bytes / bytesPerSecond) * 1000 }),
  };
}

/** Reads AVI, with the OpenDML parts behind the first gigabyte let be: the header counts them in. */
export async function readAvi(window: Window): Promise<MediaInfo> {
  const tracks: MediaTrack[] = [];
  let durationMs = 0;
  let hasMedia = false;
  for await (const chunk of chunks(window, 12, window.sizeBytes)) {
    if (chunk.list === 'hdrl') {
      for await (const inner of chunks(window, chunk.start, Math.min(chunk.end, window.sizeBytes))) {
        if (inner.list !== 'strl') continue;
        const stream = await readStream(window, inner);
        tracks.push(stream.track);
        durationMs = Math.max(durationMs, stream.durationMs);
      }
    }
    if (chunk.list !== 'movi') continue;
    if (chunk.end > window.sizeBytes && !OPEN_SIZES.has(chunk.end - chunk.start + 4))
      throw corrupt('it is cut short');
    hasMedia = true;
    break;
  }
  if (!hasMedia || tracks.length === 0) throw corrupt('it holds no media');
  return { tracks, ...(durationMs > 0 && { durationMs }) };
}

async function readStream(window: Window, list: Chunk): Promise<{ track: MediaTrack; durationMs: number }> {
  let header: Buffer | undefined;
  let format: Buffer | undefined;
  for await (const chunk of chunks(window, list.start, Math.min(list.end, window.sizeBytes))) {
    if (chunk.id === 'strh') header = await window.need(chunk.start, 48);
    else if (chunk.id === 'strf')
      format = await window.read(chunk.start, Math.min(64, chunk.end - chunk.start));
  }
  if (!header || !format) throw corrupt('a stream has no header');
  const scale = header.readUInt32LE(20);
  const rate = header.readUInt32LE(24);
  const length = header.readUInt32LE(32);
  // Every frame or sample group takes at least one byte of the file.
  if (length > window.sizeBytes) throw corrupt('it declares more frames than it can hold');
  return {
    track: readStreamFormat(header.toString('latin1', 0, 4), format),
    durationMs: rate > 0 ? (length * scale * 1000) / rate : 0,
  };
}

function readStreamFormat(type: string, format: Buffer): MediaTrack {
  if (type === 'auds' && format.length >= 16) return waveTrack(readWaveFormat(format));
  if (type === 'vids' && format.length >= 20) {
    return {
      kind: 'video',
      codec: codecOfFourcc(format.toString('latin1', 16, 20)),
      widthPx: Math.abs(format.readInt32LE(4)),
      heightPx: Math.abs(format.readInt32LE(8)),
    };
  }
  return { kind: type === 'txts' ? 'subtitle' : 'data', codec: `?${type}` };
}
