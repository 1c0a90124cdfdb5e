import { corrupt } from '../../bytes/byte-reader.js';
import { type Chunk, chunks, isChunk } from '../../bytes/riff.js';
import { type Window } from '../../bytes/windows.js';
import type { MediaTrack } from '../../define/facts.js';
import { codecOfFourcc, readWaveFormat, type WaveFormat, waveTrack } from './codecs.js';
import type { FoundMedia } from './header-reader.js';
import { skipId3 } from './id3.js';

/** Sizes that writers to a pipe leave instead of the real one. */
const OPEN_SIZES = new Set([0, 0xffffffff, 0x7ffff000]);
const RIFF_HEADER_BYTES = 12;
const MAX_STREAMS = 100;
/** Maximum chunks of the header of all streams, and of one. */
const MAX_HEADER_CHUNKS = { all: 500, stream: 64 } as const;

/** Reads WAVE: RIFF, and RF64 (EBU Tech 3306) for more than 4 GB. */
export async function readWave(window: Window, found: FoundMedia): Promise<void> {
  const start = await skipId3(window);
  const riffBytes = (await window.readExactly(start, RIFF_HEADER_BYTES)).readUInt32LE(4);
  let format: WaveFormat | undefined;
  let longBytes: number | undefined;
  for await (const chunk of chunks(window, start + RIFF_HEADER_BYTES, window.sizeBytes)) {
    if (chunk.id === 'ds64')
      longBytes = Number((await window.readExactly(chunk.start, 16)).readBigUInt64LE(8));
    else if (chunk.id === 'fmt ') {
      const bytes = await window.read(chunk.start, Math.min(40, chunk.end - chunk.start));
      if (bytes.length < 16) throw corrupt('its format is cut short');
      format = readWaveFormat(bytes);
    } else if (chunk.id === 'data') {
      if (!format || format.channels === 0 || format.sampleRateHz === 0) {
        throw corrupt('its format is missing');
      }
      found.tracks.push(waveTrack(format));
      return readLength(window, found, { data: chunk, format, longBytes, riffEnd: start + 8 + riffBytes });
    }
  }
  throw corrupt('it holds no sound');
}

interface Lengths {
  readonly data: Chunk;
  readonly format: WaveFormat;
  readonly longBytes: number | undefined;
  /** As the first header declares it. */
  readonly riffEnd: number;
}

/**
 * Two headers declare the length of the file. If both exceed the file, it is truncated; if only one does, it was badly
 * written, and the existing data is the audio.
 */
async function readLength(window: Window, found: FoundMedia, lengths: Lengths): Promise<void> {
  const { data, format, longBytes, riffEnd } = lengths;
  const declared = longBytes ?? data.end - data.start;
  const present = window.sizeBytes - data.start;
  const isOpen = longBytes === undefined && OPEN_SIZES.has(declared);
  const isCut = !isOpen && declared > present && (longBytes !== undefined || riffEnd > window.sizeBytes);
  const end = data.start + declared;
  if (!isOpen && declared < present && !(await isChunk(window, end + (end & 1)))) {
    found.understatesLength = true;
  }
  const isDeclared = isCut || (!isOpen && !found.understatesLength && declared <= present);
  if (format.bytesPerSecond > 0) {
    found.durationMs = ((isDeclared ? declared : present) / format.bytesPerSecond) * 1000;
  }
  if (!isCut) return;
  found.endsEarly = true;
  throw corrupt('it is cut short');
}

/** Reads AVI; the OpenDML parts after the first gigabyte are ignored, because the header includes them. */
export async function readAvi(window: Window, found: FoundMedia): Promise<void> {
  let durationMs = 0;
  for await (const chunk of chunks(window, RIFF_HEADER_BYTES, window.sizeBytes)) {
    if (chunk.list === 'hdrl') {
      const headerEnd = Math.min(chunk.end, window.sizeBytes);
      for await (const inner of chunks(window, chunk.start, headerEnd, MAX_HEADER_CHUNKS.all)) {
        if (inner.list !== 'strl' || found.tracks.length >= MAX_STREAMS) continue;
        const stream = await readStream(window, inner);
        found.tracks.push(stream.track);
        durationMs = Math.max(durationMs, stream.durationMs);
        if (durationMs > 0) found.durationMs = durationMs;
      }
    }
    if (chunk.list !== 'movi') continue;
    if (chunk.end <= window.sizeBytes || OPEN_SIZES.has(chunk.end - chunk.start + 4)) return;
    found.endsEarly = true;
    throw corrupt('it is cut short');
  }
  throw corrupt('it holds no media');
}

async function readStream(window: Window, list: Chunk): Promise<{ track: MediaTrack; durationMs: number }> {
  let header: Buffer | undefined;
  let format: Buffer | undefined;
  const end = Math.min(list.end, window.sizeBytes);
  for await (const chunk of chunks(window, list.start, end, MAX_HEADER_CHUNKS.stream)) {
    if (chunk.id === 'strh') header = await window.readExactly(chunk.start, 48);
    else if (chunk.id === 'strf')
      format = await window.read(chunk.start, Math.min(64, chunk.end - chunk.start));
    if (header && format) break;
  }
  if (!header || !format) throw corrupt('a stream has no header');
  const scale = header.readUInt32LE(20);
  const rate = header.readUInt32LE(24);
  const length = header.readUInt32LE(32);
  // Every frame or sample group takes at least one byte of the file: a larger number is ignored.
  const isPossible = length <= window.sizeBytes;
  return {
    track: readStreamFormat(header.toString('latin1', 0, 4), format),
    durationMs: rate > 0 && isPossible ? (length * scale * 1000) / rate : 0,
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
