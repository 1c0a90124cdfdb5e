import { AppError } from '@filemill/errors';
import { corrupt } from '../../bytes/byte-reader.js';
import { type Window } from '../../bytes/windows.js';
import type { MediaTrack } from '../../define/facts.js';
import { codecOfFourcc, readWaveFormat, waveTrack } from './codecs.js';
import type { FoundMedia } from './header-reader.js';

/** Object ids of the Advanced Systems Format specification, in the byte order of the file. */
const GUID = {
  header: '3026b2758e66cf11a6d900aa0062ce6c',
  data: '3626b2758e66cf11a6d900aa0062ce6c',
  fileProperties: 'a1dcab8c47a9cf118ee400c00c205365',
  streamProperties: '9107dcb7b7a9cf118ee600c00c205365',
  audio: '409e69f84d5bcf11a8fd00805f5c442b',
  video: 'c0ef19bc4d5bcf11a8fd00805f5c442b',
  encryption: 'fbb3112223bdd211b4b700a0c955fc6e',
  extendedEncryption: '14e68a292226174cb935dae07ee9289c',
} as const;

/** The id with which every file begins, one character per byte. */
export const ASF_MAGIC = Buffer.from(GUID.header, 'hex').toString('latin1');

/** More objects than the header of any real file has; one takes at least 24 bytes. */
const MAX_OBJECTS = 1_000;
const HEADER_START_BYTES = 30;
const OBJECT_HEADER_BYTES = 24;
const PICTURE_TAG = Buffer.from('WM/Picture', 'utf16le');
/** A cover is searched for in this part of the header, in steps. */
const PICTURE_SEARCH_BYTES = 1024 * 1024;
const PIECE_BYTES = 65_536;

interface AsfObject {
  readonly guid: string;
  readonly start: number;
  readonly end: number;
}

/** The objects between two offsets. @throws {AppError} FILE_CORRUPT after one that is broken */
async function* objects(window: Window, start: number, end: number): AsyncGenerator<AsfObject> {
  let offset = start;
  for (let seen = 0; seen < MAX_OBJECTS && offset + OBJECT_HEADER_BYTES <= end; seen++) {
    const head = await window.readExactly(offset, OBJECT_HEADER_BYTES);
    const size = Number(head.readBigUInt64LE(16));
    if (size < OBJECT_HEADER_BYTES || offset + size > end) throw corrupt('its header is broken');
    yield { guid: head.toString('hex', 0, 16), start: offset + OBJECT_HEADER_BYTES, end: offset + size };
    offset += size;
  }
}

/** The declared end of the header, which may lie beyond the file. */
async function headerEnd(window: Window): Promise<number> {
  const start = await window.readExactly(0, HEADER_START_BYTES);
  if (start.toString('hex', 0, 16) !== GUID.header) throw corrupt('its header is missing');
  return Number(start.readBigUInt64LE(16));
}

/** Reads WMA and WMV. */
export async function readAsf(window: Window, found: FoundMedia): Promise<void> {
  const end = await headerEnd(window);
  found.endsEarly = end > window.sizeBytes;
  let isBroadcast = false;
  for await (const object of objects(window, HEADER_START_BYTES, Math.min(end, window.sizeBytes))) {
    const { guid } = object;
    if (guid === GUID.encryption || guid === GUID.extendedEncryption) throw new AppError('FILE_ENCRYPTED');
    const content = (): Promise<Buffer> =>
      window.read(object.start, Math.min(object.end - object.start, PIECE_BYTES));
    if (guid === GUID.streamProperties) found.tracks.push(readStream(await content()));
    if (guid === GUID.fileProperties) {
      const properties = await content();
      if (properties.length < 68) throw corrupt('its header is cut short');
      isBroadcast = (properties.readUInt32LE(64) & 1) === 1;
      // The play duration includes the preroll.
      const durationMs =
        Number(properties.readBigUInt64LE(40)) / 10_000 - Number(properties.readBigUInt64LE(56));
      if (durationMs > 0 && !isBroadcast) found.durationMs = durationMs;
    }
  }
  if (await holdsPicture(window, Math.min(end, PICTURE_SEARCH_BYTES))) {
    found.tracks.push({ kind: 'video', codec: 'mjpeg', isCover: true });
  }
  if (!isBroadcast) await checkData(window, end, found);
}

async function holdsPicture(window: Window, end: number): Promise<boolean> {
  for (let offset = 0; offset < end; offset += PIECE_BYTES - PICTURE_TAG.length) {
    const piece = await window.read(offset, Math.min(PIECE_BYTES, end - offset));
    if (piece.includes(PICTURE_TAG)) return true;
  }
  return false;
}

async function checkData(window: Window, offset: number, found: FoundMedia): Promise<void> {
  const head = await window.readExactly(offset, OBJECT_HEADER_BYTES);
  if (head.toString('hex', 0, 16) !== GUID.data) throw corrupt('it holds no media');
  if (offset + Number(head.readBigUInt64LE(16)) > window.sizeBytes) {
    found.endsEarly = true;
    throw corrupt('it is cut short');
  }
}

/** Bit 15 of the flags: the stream is encrypted. */
const ENCRYPTED = 0x8000;

function readStream(content: Buffer): MediaTrack {
  if (content.length < 54) throw corrupt('a stream has no header');
  if (content.readUInt16LE(48) & ENCRYPTED) throw new AppError('FILE_ENCRYPTED');
  const type = content.toString('hex', 0, 16);
  const format = content.subarray(54);
  if (type === GUID.audio && format.length >= 18) return waveTrack(readWaveFormat(format));
  if (type === GUID.video && format.length >= 31) {
    // Eleven bytes of its own, then BITMAPINFOHEADER.
    const codec = codecOfFourcc(format.toString('latin1', 27, 31));
    return { kind: 'video', codec, widthPx: format.readUInt32LE(0), heightPx: format.readUInt32LE(4) };
  }
  return { kind: 'data', codec: '?asf' };
}

/** Header objects that are checked for a video stream: covers may precede it. */
const MAX_DETECTED_OBJECTS = 64;

/** Whether the header declares a video stream; its objects are skipped, whatever their size. */
export async function hasVideoStream(window: Window): Promise<boolean> {
  const end = Math.min(await headerEnd(window), window.sizeBytes);
  let seen = 0;
  for await (const { guid, start } of objects(window, HEADER_START_BYTES, end)) {
    if (guid === GUID.streamProperties && (await window.read(start, 16)).toString('hex') === GUID.video) {
      return true;
    }
    if (++seen >= MAX_DETECTED_OBJECTS) return false;
  }
  return false;
}
