import { AppError } from '@filemill/errors';
import { isAdts } from './adts.js';
import { hasVideoStream } from './asf.js';
import { skipId3 } from './id3.js';
import { readTrackKinds } from './isobmff.js';
import { readDocType } from './matroska.js';
import { findFrames } from './mpeg-audio.js';
import { readOggStreams } from './ogg.js';
import { detectPlaylist } from './playlists.js';
import type { Window } from './window.js';

const START_BYTES = 4096;
const ASF_HEADER = '3026b2758e66cf11a6d900aa0062ce6c';

/** Boxes with which QuickTime files from before `ftyp` begin. */
const OLD_QUICKTIME = new Set(['moov', 'mdat', 'wide', 'free', 'skip', 'pnot']);
/** Brands of pictures in the same container, which belong to another family. */
const PICTURE_BRAND = /^(avif|avis|mif1|msf1|hei[cxms]|hev[cxms]|jp2 |jpx |jxl |crx )$/;

/** The format of the content, or of a playlist (an id outside the catalogue); undefined if it is no media. */
export async function detectMedia(window: Window): Promise<string | undefined> {
  const start = await window.read(0, START_BYTES);
  const playlist = detectPlaylist(start);
  if (playlist) return playlist;
  const text = start.toString('latin1', 0, 16);
  if (text.startsWith('RIFF') || text.startsWith('RF64')) return detectRiff(text.slice(8, 12));
  if (text.slice(4, 8) === 'ftyp' || OLD_QUICKTIME.has(text.slice(4, 8))) return detectIsobmff(window, start);
  if (text.startsWith('\x1aE\xdf\xa3')) return detectMatroska(window);
  if (text.startsWith('FLV\x01')) return 'flv';
  if (start.toString('hex', 0, 16) === ASF_HEADER) return (await hasVideoStream(window)) ? 'wmv' : 'wma';
  if (text.startsWith('OggS')) return detectOgg(window);
  return detectSound(window);
}

const detectRiff = (kind: string): string | undefined =>
  kind === 'WAVE' ? 'wav' : kind === 'AVI ' ? 'avi' : undefined;

async function detectIsobmff(window: Window, start: Buffer): Promise<string | undefined> {
  const hasBrand = start.toString('latin1', 4, 8) === 'ftyp';
  const brand = hasBrand ? start.toString('latin1', 8, 12) : 'qt  ';
  if (PICTURE_BRAND.test(brand)) return undefined;
  if (/^M4[AB] $/.test(brand)) return 'm4a';
  if (brand === 'qt  ') return 'mov';
  if (/^3g/.test(brand)) return '3gp';
  // A file that breaks off before its table of contents is still of its kind; `inspect` says that it is damaged.
  const kinds = await readTrackKinds(window).catch(unlessUnread);
  if (kinds?.includes('audio') && !kinds.includes('video')) return 'm4a';
  return 'mp4';
}

async function detectMatroska(window: Window): Promise<string | undefined> {
  const docType = await readDocType(window).catch(unlessUnread);
  return docType === 'webm' ? 'webm' : docType === 'matroska' ? 'mkv' : undefined;
}

/** Ogg with pictures in it has no format in the catalogue. */
async function detectOgg(window: Window): Promise<string> {
  const streams = await readOggStreams(window);
  return streams.some((stream) => stream.track.kind === 'video') ? 'ogv' : 'ogg';
}

/** Formats that begin with ID3 tags, or with nothing but their first frame. */
async function detectSound(window: Window): Promise<string | undefined> {
  const start = await skipId3(window);
  if ((await window.read(start, 4)).toString('latin1') === 'fLaC') return 'flac';
  if (await isAdts(window, start)) return 'aac';
  // Behind a tag there may be padding; without one the first byte decides, or any text would be searched for frames.
  return (await findFrames(window, start, start > 0 ? 65_536 : 0)) === undefined ? undefined : 'mp3';
}

/**
 * A header that cannot be made out tells nothing about the type; bytes that could not be read are the store's failure,
 * and no verdict on the file.
 */
function unlessUnread(error: unknown): undefined {
  if (error instanceof AppError && error.retry) throw error;
  return undefined;
}
