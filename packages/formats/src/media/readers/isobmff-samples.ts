import { AppError } from '@filemill/errors';
import type { MediaTrack } from '../../define/facts.js';
import { codecOfFourcc, pcmCodec } from './codecs.js';
import { unknownCodec } from './header-reader.js';

type Kind = MediaTrack['kind'];

/** Track kinds by handler type of `hdlr`. */
const HANDLERS: Readonly<Record<string, Kind>> = {
  vide: 'video',
  soun: 'audio',
  sbtl: 'subtitle',
  subt: 'subtitle',
  subp: 'subtitle',
  text: 'subtitle',
  clcp: 'subtitle',
};

/** The kind of a track by its handler type. */
export const kindOfHandler = (handler: string): Kind => HANDLERS[handler] ?? 'data';

/** Sample entries of protected tracks: Common Encryption and Apple's FairPlay. */
const PROTECTED = new Set(['encv', 'enca', 'enct', 'encs', 'drmi', 'drms', 'drmt']);

const SOUND: Readonly<Record<string, string>> = {
  'ac-3': 'ac3',
  'ec-3': 'eac3',
  '.mp3': 'mp3',
  alac: 'alac',
  Opus: 'opus',
  fLaC: 'flac',
  dtsc: 'dts',
  samr: 'amr_nb',
  sawb: 'amr_wb',
  twos: 'pcm_s16be',
  sowt: 'pcm_s16le',
  in24: 'pcm_s24be',
  in32: 'pcm_s32be',
  fl32: 'pcm_f32be',
  fl64: 'pcm_f64be',
  ulaw: 'pcm_mulaw',
  alaw: 'pcm_alaw',
  ima4: 'adpcm_ima_qt',
  QDM2: 'qdm2',
};

const TEXT: Readonly<Record<string, string>> = {
  tx3g: 'mov_text',
  text: 'mov_text',
  wvtt: 'webvtt',
  stpp: 'ttml',
  c608: 'eia_608',
  mp4s: 'dvd_subtitle',
};

/** Object types of the elementary stream descriptor, registered at mp4ra.org. */
const OBJECT_TYPES: Readonly<Record<number, string>> = {
  32: 'mpeg4',
  64: 'aac',
  96: 'mpeg2video',
  97: 'mpeg2video',
  102: 'aac',
  103: 'aac',
  104: 'aac',
  105: 'mp3',
  106: 'mpeg1video',
  107: 'mp3',
  108: 'mjpeg',
  165: 'ac3',
  166: 'eac3',
  169: 'dts',
  173: 'opus',
  221: 'vorbis',
};

/** Finds a child box by its name: QuickTime versions nest and pad entries differently, but the name is unique. */
function child(entry: Buffer, type: string, headBytes: number): Buffer | undefined {
  const at = entry.indexOf(type, headBytes, 'latin1');
  return at < 0 ? undefined : entry.subarray(at + 4);
}

interface ElementaryStream {
  codec?: string;
  bitrateKbps?: number;
  channels?: number;
}

const TAG = { stream: 3, decoderConfig: 4, decoderSetup: 5 } as const;
/** Flags of a stream: which parts of its descriptor are present. */
const FLAG = { dependsOn: 0x80, url: 0x40, clock: 0x20 } as const;

/** Where the body of a descriptor begins: its length has up to four bytes, all but the last with the high bit set. */
function descriptorBody(esds: Buffer, at: number): number {
  let body = at + 1;
  while ((esds[body] ?? 0) & 0x80 && body < at + 4) body++;
  return body + 1;
}

/** Where the decoder descriptor begins; -1 if there is none. */
function decoderConfigAt(esds: Buffer): number {
  // Version and flags of the box itself.
  let at = 4;
  if (esds[at] === TAG.stream) {
    const body = descriptorBody(esds, at);
    const flags = esds[body + 2] ?? 0;
    at = body + 3;
    if (flags & FLAG.dependsOn) at += 2;
    if (flags & FLAG.url) at += 1 + (esds[at] ?? 0);
    if (flags & FLAG.clock) at += 2;
  }
  return esds[at] === TAG.decoderConfig ? at : -1;
}

/** The stream properties in an `esds` box (ISO/IEC 14496-1, 7.2.6.5 and 7.2.6.6). */
function readEsds(esds: Buffer): ElementaryStream {
  const at = decoderConfigAt(esds);
  const body = descriptorBody(esds, at);
  const codec = OBJECT_TYPES[esds[body] ?? 0];
  if (at < 0 || !codec || body + 13 > esds.length) return {};
  const average = esds.readUInt32BE(body + 9);
  return {
    codec,
    ...(average > 0 && { bitrateKbps: Math.round(average / 1000) }),
    ...(codec === 'aac' && esds[body + 13] === TAG.decoderSetup && readAacSetup(esds, body + 13)),
  };
}

/**
 * Channels from AudioSpecificConfig (ISO/IEC 14496-3, 1.6.2.1): five bits of object type, four of the rate, four of the
 * channels. The sample entry itself says 2 even for mono.
 */
function readAacSetup(esds: Buffer, at: number): { channels?: number } {
  const body = descriptorBody(esds, at);
  if (body + 2 > esds.length) return {};
  const bits = esds.readUInt16BE(body);
  const ESCAPE = 15;
  const PARAMETRIC_STEREO = 29;
  const configuration = (bits >> 3) & 15;
  if (((bits >> 7) & 15) === ESCAPE || configuration === 0) return {};
  if (bits >> 11 === PARAMETRIC_STEREO) return { channels: 2 };
  return { channels: configuration === 7 ? 8 : configuration };
}

function readSound(fourcc: string, entry: Buffer): Omit<MediaTrack, 'kind'> {
  const version = entry.readUInt16BE(16);
  const bits = version === 2 && entry.length >= 64 ? entry.readUInt32BE(56) : entry.readUInt16BE(26);
  const channels = version === 2 && entry.length >= 64 ? entry.readUInt32BE(48) : entry.readUInt16BE(24);
  const sampleRateHz =
    version === 2 && entry.length >= 64 ? entry.readDoubleBE(40) : entry.readUInt32BE(32) / 65_536;
  const esds = child(entry, 'esds', 36);
  const described = esds ? readEsds(esds) : {};
  const codec = described.codec ?? soundCodec(fourcc, entry, bits);
  const isPcm = codec.startsWith('pcm_');
  const cookie = codec === 'alac' ? child(entry, 'alac', 36) : undefined;
  return {
    codec,
    channels: described.channels ?? channels,
    sampleRateHz,
    ...(described.bitrateKbps && { bitrateKbps: described.bitrateKbps }),
    ...(isPcm && { sampleBits: Number(/\d+/.exec(codec)?.[0] ?? bits) }),
    // ALACSpecificConfig: version and flags, frame length, compatible version, bit depth.
    ...(cookie && cookie.length > 9 && { sampleBits: cookie[9] }),
    ...(codec === 'flac' && { sampleBits: bits }),
  };
}

function soundCodec(fourcc: string, entry: Buffer, bits: number): string {
  if (fourcc === 'lpcm' && entry.length >= 64) {
    // Flags of CoreAudio: 1 float, 2 big endian.
    const flags = entry.readUInt32BE(60);
    return pcmCodec(bits, flags & 1 ? 'float' : 'signed', flags & 2 ? 'be' : 'le');
  }
  const codec = SOUND[fourcc];
  const order = child(entry, 'enda', 36);
  const isLittle = order !== undefined && order.length >= 2 && order.readUInt16BE(0) === 1;
  if (codec && isLittle && codec.startsWith('pcm_')) return codec.replace(/be$/, 'le');
  if (fourcc === 'raw ') return 'pcm_u8';
  return codec ?? unknownCodec(fourcc);
}

function readPicture(fourcc: string, entry: Buffer): Omit<MediaTrack, 'kind'> {
  const esds = child(entry, 'esds', 86);
  const colour = child(entry, 'colr', 86);
  const transfer = colour && colour.length >= 8 ? colour.readUInt16BE(6) : 0;
  const codec =
    (esds && readEsds(esds).codec) ?? (/^dv(h1|he)$/.test(fourcc) ? 'hevc' : codecOfFourcc(fourcc));
  const componentBits = readComponentBits(entry);
  return {
    codec,
    widthPx: entry.readUInt16BE(32),
    heightPx: entry.readUInt16BE(34),
    ...(componentBits && { componentBits }),
    ...(transfer === 16 && { transfer: 'pq' }),
    ...(transfer === 18 && { transfer: 'hlg' }),
  };
}

/** From the decoder configuration: avcC profile, hvcC, av1C and vpcC bit depth. */
function readComponentBits(entry: Buffer): number | undefined {
  const avc = child(entry, 'avcC', 86);
  if (avc && avc.length > 1) return [110, 122, 244].includes(avc[1] ?? 0) ? 10 : 8;
  const hevc = child(entry, 'hvcC', 86);
  if (hevc && hevc.length > 17) return 8 + ((hevc[17] ?? 0) & 7);
  const av1 = child(entry, 'av1C', 86);
  if (av1 && av1.length > 2) return (av1[2] ?? 0) & 0x40 ? ((av1[2] ?? 0) & 0x20 ? 12 : 10) : 8;
  const vp9 = child(entry, 'vpcC', 86);
  return vp9 && vp9.length > 6 ? (vp9[6] ?? 0) >> 4 : undefined;
}

/**
 * Reads the first sample entry of a track.
 *
 * @param entry - from its size field on, at most a few kilobytes
 * @throws {AppError} FILE_ENCRYPTED for copy protection
 */
export function readSampleEntry(kind: Kind, entry: Buffer): Omit<MediaTrack, 'kind'> {
  const fourcc = entry.toString('latin1', 4, 8);
  if (PROTECTED.has(fourcc)) throw new AppError('FILE_ENCRYPTED');
  if (kind === 'audio' && entry.length >= 36) return readSound(fourcc, entry);
  if (kind === 'video' && entry.length >= 86) return readPicture(fourcc, entry);
  return { codec: (kind === 'subtitle' ? TEXT[fourcc] : undefined) ?? unknownCodec(fourcc) };
}
