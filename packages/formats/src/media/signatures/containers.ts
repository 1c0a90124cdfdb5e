import { at, type Content, type Signature, shows } from '../../define/signature.js';
import { ASF_MAGIC, hasVideoStream } from '../readers/asf.js';
import { readTrackKinds } from '../readers/isobmff.js';
import { readDocType } from '../readers/matroska.js';
import { readOggStreams } from '../readers/ogg.js';
import { detectPlaylist } from '../readers/playlists.js';
import { PRIORITY } from './priorities.js';

/** Playlists are recognised by their first lines. */
const PLAYLIST_BYTES = 4096;

const findPlaylist = async ({ head }: Content): Promise<string | undefined> =>
  detectPlaylist(head.subarray(0, PLAYLIST_BYTES));

/** A file that refers to other media. @param index - of the kind among all kinds */
export const playlist = (id: string, index: number): Signature =>
  shows(PRIORITY.playlist - index, async (content) => (await content.once(findPlaylist)) === id);

const startsWith = ({ head }: Content, magic: string): boolean =>
  head.toString('latin1', 0, magic.length) === magic;

const EBML_MAGIC = '\x1aE\xdf\xa3';

async function findDocType(content: Content): Promise<string | undefined> {
  return startsWith(content, EBML_MAGIC) ? readDocType(content.window) : undefined;
}

/** Matroska, or its subset WebM, according to the document type in its header. */
export const docType = (format: 'webm' | 'mkv'): Signature =>
  shows(
    PRIORITY[format],
    async (content) => (await content.once(findDocType)) === (format === 'mkv' ? 'matroska' : format),
  );

/** Matroska; a file with sound alone has the same bytes, and its name decides. */
export const isMatroskaSound: Signature['matches'] = async (content) =>
  (await content.once(findDocType)) === 'matroska';

/** ASF with a video stream. */
export const asfVideo: Signature = shows(
  PRIORITY.wmv,
  async (content) => startsWith(content, ASF_MAGIC) && hasVideoStream(content.window),
);

/** ASF with any streams. */
export const asf: Signature = at(0, ASF_MAGIC);

/** Ogg with a video stream. */
export const oggVideo: Signature = shows(PRIORITY.ogv, async (content) => {
  if (!startsWith(content, 'OggS')) return false;
  return (await readOggStreams(content.window)).some(({ track }) => track.kind === 'video');
});

/** Brand of an ISO base media file (ISO/IEC 14496-12), or its first bytes. */
export const brand = (name: string, priority: number = PRIORITY.brand): Signature =>
  at(4, `ftyp${name}`, priority);

/** Brands that decide alone: M4A, QuickTime and 3GP, which have their own signatures, and pictures. */
const OTHER_BRANDS =
  /^(M4[AB] |qt {2}|3g|avif|avis|mif1|msf1|hei[cxms]|hev[cxms]|jp2 |jpx |mjp2|f4v |isml|piff |jxl |crx )/;

/** ISO base media file (ISO/IEC 14496-12) whose brand does not determine the content. */
const isPlainMp4 = ({ head }: Content): boolean =>
  head.toString('latin1', 4, 8) === 'ftyp' && !OTHER_BRANDS.test(head.toString('latin1', 8, 12));

/** MP4, whose brand fits neither M4A, QuickTime, 3GP nor a picture. */
export const mp4Signature: Signature = shows(PRIORITY.mp4, isPlainMp4);

/** The same with audio only, if the moov box can be found. */
export const mp4SoundSignature: Signature = shows(PRIORITY.mp4Sound, async (content) => {
  if (!isPlainMp4(content)) return false;
  const kinds = (await readTrackKinds(content.window)) ?? [];
  return kinds.includes('audio') && !kinds.includes('video');
});

/** Boxes with which QuickTime files from before `ftyp` begin. */
const OLD_QUICKTIME = new Set(['moov', 'mdat', 'wide', 'free', 'skip', 'pnot']);
const BOX_HEADER_BYTES = 8;

/** "The free …" also begins like a box, but no file is as long as such a box would be. */
export const oldQuickTime: Signature = shows(PRIORITY.oldQuickTime, ({ head, sizeBytes }) => {
  if (head.length < BOX_HEADER_BYTES || !OLD_QUICKTIME.has(head.toString('latin1', 4, 8))) return false;
  const boxBytes = head.readUInt32BE(0);
  return boxBytes <= 1 || (boxBytes >= BOX_HEADER_BYTES && boxBytes <= sizeBytes);
});
