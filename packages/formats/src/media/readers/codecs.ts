import type { MediaTrack } from '../../define/facts.js';
import { unknownCodec } from './header-reader.js';

/** Audio codecs in RIFF, Matroska (A_MS/ACM) and ASF: format tags of mmreg.h. */
const WAVE_TAGS: Readonly<Record<number, string>> = {
  2: 'adpcm_ms',
  6: 'pcm_alaw',
  7: 'pcm_mulaw',
  17: 'adpcm_ima_wav',
  49: 'gsm_ms',
  80: 'mp2',
  85: 'mp3',
  255: 'aac',
  352: 'wmav1',
  353: 'wmav2',
  354: 'wmapro',
  355: 'wmalossless',
  5632: 'aac',
  8192: 'ac3',
  8193: 'dts',
  26447: 'vorbis',
  61868: 'flac',
};

/** Video codecs in AVI, ASF, Matroska (V_MS/VFW/FOURCC) and QuickTime, by fourcc in upper case. */
const FOURCCS: Readonly<Record<string, string>> = {
  ...codes('h264', 'H264 X264 AVC1 AVC3 DAVC VSSH'),
  ...codes('hevc', 'HEVC H265 HVC1 HEV1'),
  ...codes('mpeg4', 'FMP4 XVID DIVX DX50 MP4V MP4S M4S2 3IV2 RMP4 SEDG'),
  ...codes('msmpeg4v3', 'DIV3 MP43 DIV4 MPG3 DIV5'),
  ...codes('msmpeg4v2', 'DIV2 MP42'),
  ...codes('mjpeg', 'MJPG JPEG MJPA AVRN'),
  ...codes('wmv1', 'WMV1'),
  ...codes('wmv2', 'WMV2'),
  ...codes('wmv3', 'WMV3'),
  ...codes('vc1', 'WVC1 VC-1'),
  ...codes('vp8', 'VP80 VP08'),
  ...codes('vp9', 'VP90 VP09'),
  ...codes('av1', 'AV01'),
  ...codes('mpeg2video', 'MPG2 MX5P HDV1 HDV2 HDV3'),
  ...codes('mpeg1video', 'MPG1 MPEG'),
  ...codes('h263', 'H263 S263 U263'),
  ...codes('flv1', 'FLV1'),
  ...codes('dvvideo', 'DVSD DVC  DVCP DVPP DV25 DV5N DV5P'),
  ...codes('prores', 'APCH APCN APCS APCO AP4H AP4X'),
  ...codes('dnxhd', 'AVDN AVDH'),
  ...codes('huffyuv', 'HFYU'),
  ...codes('ffv1', 'FFV1'),
  ...codes('cinepak', 'CVID'),
  ...codes('svq1', 'SVQ1'),
  ...codes('svq3', 'SVQ3'),
  ...codes('qtrle', 'RLE'),
  ...codes('png', 'PNG'),
  ...codes('rawvideo', 'RAW YUY2 2VUY UYVY I420 YV12 V210'),
};

function codes(codec: string, letters: string): Record<string, string> {
  return Object.fromEntries(letters.split(/ +/).map((code) => [code, codec]));
}

/** ffmpeg's name of a fourcc in any letter case. */
export const codecOfFourcc = (fourcc: string): string =>
  FOURCCS[fourcc.trim().toUpperCase()] ?? unknownCodec(fourcc);

/** ffmpeg's name for PCM, such as `pcm_s24le`. */
export function pcmCodec(bits: number, encoding: 'signed' | 'float', order: 'le' | 'be' = 'le'): string {
  if (encoding === 'float') return `pcm_f${bits}${order}`;
  return bits <= 8 ? 'pcm_u8' : `pcm_s${Math.ceil(bits / 8) * 8}${order}`;
}

/** The audio properties of a WAVEFORMATEX structure. */
export interface WaveFormat {
  readonly codec: string;
  readonly channels: number;
  readonly sampleRateHz: number;
  readonly bytesPerSecond: number;
  readonly blockBytes: number;
  readonly sampleBits?: number;
}

const TAG_PCM = 1;
const TAG_FLOAT = 3;
const TAG_EXTENSIBLE = 0xfffe;

/** @param bytes - WAVEFORMATEX or WAVEFORMATEXTENSIBLE, at least 16 bytes */
export function readWaveFormat(bytes: Buffer): WaveFormat {
  const declared = bytes.readUInt16LE(0);
  // The sub-format of an extensible structure begins with the plain tag.
  const tag = declared === TAG_EXTENSIBLE && bytes.length >= 26 ? bytes.readUInt16LE(24) : declared;
  const sampleBits = bytes.readUInt16LE(14);
  const isPcm = tag === TAG_PCM || tag === TAG_FLOAT;
  return {
    codec: isPcm
      ? pcmCodec(sampleBits, tag === TAG_PCM ? 'signed' : 'float')
      : (WAVE_TAGS[tag] ?? unknownCodec(`0x${tag.toString(16)}`)),
    channels: bytes.readUInt16LE(2),
    sampleRateHz: bytes.readUInt32LE(4),
    bytesPerSecond: bytes.readUInt32LE(8),
    blockBytes: bytes.readUInt16LE(12),
    ...((isPcm || tag === 355) && { sampleBits }),
  };
}

/** The track that such a structure describes; a variable bit rate may be declared as 0. */
export function waveTrack({
  codec,
  channels,
  sampleRateHz,
  sampleBits,
  bytesPerSecond,
}: WaveFormat): MediaTrack {
  return {
    kind: 'audio',
    codec,
    channels,
    sampleRateHz,
    ...(bytesPerSecond > 0 && { bitrateKbps: Math.round((bytesPerSecond * 8) / 1000) }),
    ...(sampleBits && { sampleBits }),
  };
}

/** Codec of a picture that is embedded as a cover, by its first bytes. */
export function coverCodec(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xd8) return 'mjpeg';
  const start = bytes.toString('latin1', 0, 4);
  if (start === '\x89PNG') return 'png';
  if (start === 'GIF8') return 'gif';
  if (start === 'RIFF') return 'webp';
  return start.startsWith('BM') ? 'bmp' : unknownCodec(start);
}
