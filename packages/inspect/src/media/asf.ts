import { AppError } from '@filemill/errors';
import { codecOfFourcc, readWaveFormat, waveTrack } from './codecs.js';
import type { MediaInfo, MediaTrack } from './media-info.js';
import { corrupt, type Window } from './window.js';

/** Object ids of the Advanced Systems Format specification, as their bytes stand in the file. */
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

const MAX_HEADER_BYTES = 16 * 1024 * 1024;
const OBJECT_HEADER_BYTES = 24;
const PICTURE_TAG = Buffer.from('WM/Picture', 'utf16le');

/** Reads WMA and WMV. */
export async function readAsf(window: Window): Promise<MediaInfo> {
  const headerBytes = await readHeaderSize(window);
  const header = await window.need(0, headerBytes);
  const tracks: MediaTrack[] = [];
  let durationMs = 0;
  let isBroadcast = false;
  let offset = 30;
  while (offset + OBJECT_HEADER_BYTES <= header.length) {
    const guid = header.toString('hex', offset, offset + 16);
    const size = Number(header.readBigUInt64LE(offset + 16));
    if (size < OBJECT_HEADER_BYTES || offset + size > header.length) throw corrupt('its header is broken');
    const content = header.subarray(offset + OBJECT_HEADER_BYTES, offset + size);
    if (guid === GUID.encryption || guid === GUID.extendedEncryption) throw new AppError('FILE_ENCRYPTED');
    if (guid === GUID.streamProperties) tracks.push(readStream(content));
    if (guid === GUID.fileProperties) {
      if (content.length < 68) throw corrupt('its header is cut short');
      // The play duration counts the preroll in.
      durationMs = Number(content.readBigUInt64LE(40)) / 10_000 - Number(content.readBigUInt64LE(56));
      isBroadcast = (content.readUInt32LE(64) & 1) === 1;
    }
    offset += size;
  }
  if (tracks.length === 0) throw corrupt('it holds no media');
  if (header.includes(PICTURE_TAG)) tracks.push({ kind: 'video', codec: 'mjpeg', isCover: true });
  if (!isBroadcast) await checkData(window, headerBytes);
  return { tracks, ...(durationMs > 0 && !isBroadcast && { durationMs }) };
}

async function readHeaderSize(window: Window): Promise<number> {
  const start = await window.need(0, 30);
  if (start.toString('hex', 0, 16) !== GUID.header) throw corrupt('its header is missing');
  const size = Number(start.readBigUInt64LE(16));
  if (size > MAX_HEADER_BYTES || size > window.sizeBytes) throw corrupt('its header is larger than the file');
  return size;
}

async function checkData(window: Window, offset: number): Promise<void> {
  const head = await window.need(offset, OBJECT_HEADER_BYTES);
  if (head.toString('hex', 0, 16) !== GUID.data) throw corrupt('it holds no media');
  if (offset + Number(head.readBigUInt64LE(16)) > window.sizeBytes) throw corrupt('it is cut short');
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

/** Whether a video stream is declared in the header. */
export async function hasVideoStream(window: Window): Promise<boolean> {
  const header = await window.read(0, await readHeaderSize(window));
  return header.includes(Buffer.from(GUID.video, 'hex'));
}
