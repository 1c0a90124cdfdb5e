import { AppError } from '@filemill/errors';
import { type EbmlWalker, type Element, readFloat, readText, readUint } from '../../bytes/ebml.js';
import type { MediaTrack } from '../../define/facts.js';
import { codecOfFourcc, pcmCodec, readWaveFormat } from './codecs.js';
import { unknownCodec } from './header-reader.js';

/** ffmpeg's names of the codec ids of RFC 9559 and its codec registry. */
const CODECS: Readonly<Record<string, string>> = {
  'V_MPEG4/ISO/AVC': 'h264',
  'V_MPEGH/ISO/HEVC': 'hevc',
  'V_MPEG4/ISO/SP': 'mpeg4',
  'V_MPEG4/ISO/ASP': 'mpeg4',
  'V_MPEG4/ISO/AP': 'mpeg4',
  'V_MPEG4/MS/V3': 'msmpeg4v3',
  V_MPEG1: 'mpeg1video',
  V_MPEG2: 'mpeg2video',
  V_VP8: 'vp8',
  V_VP9: 'vp9',
  V_AV1: 'av1',
  V_THEORA: 'theora',
  V_MJPEG: 'mjpeg',
  V_PRORES: 'prores',
  V_FFV1: 'ffv1',
  V_UNCOMPRESSED: 'rawvideo',
  'A_MPEG/L3': 'mp3',
  'A_MPEG/L2': 'mp2',
  A_AC3: 'ac3',
  A_EAC3: 'eac3',
  A_DTS: 'dts',
  A_TRUEHD: 'truehd',
  A_VORBIS: 'vorbis',
  A_OPUS: 'opus',
  A_FLAC: 'flac',
  A_ALAC: 'alac',
  A_TTA1: 'tta',
  A_WAVPACK4: 'wavpack',
  'S_TEXT/UTF8': 'subrip',
  'S_TEXT/ASS': 'ass',
  'S_TEXT/SSA': 'ass',
  S_ASS: 'ass',
  S_SSA: 'ass',
  'S_TEXT/WEBVTT': 'webvtt',
  'D_WEBVTT/SUBTITLES': 'webvtt',
  'D_WEBVTT/CAPTIONS': 'webvtt',
  'S_HDMV/PGS': 'hdmv_pgs_subtitle',
  S_VOBSUB: 'dvd_subtitle',
  S_DVBSUB: 'dvb_subtitle',
};

const KINDS: Readonly<Record<number, MediaTrack['kind']>> = {
  1: 'video',
  2: 'audio',
  17: 'subtitle',
  33: 'data',
};

/** Element ids of RFC 9559 that a track entry may have. */
const ID = {
  type: 0x83,
  codec: 0x86,
  private: 0x63a2,
  video: 0xe0,
  audio: 0xe1,
  encodings: 0x6d80,
  encoding: 0x6240,
  encryption: 0x5035,
  width: 0xb0,
  height: 0xba,
  colour: 0x55b0,
  transfer: 0x55ba,
  componentBits: 0x55b2,
  sampleRate: 0xb5,
  channels: 0x9f,
  sampleBits: 0x6264,
} as const;

const numberOf = (bytes: Buffer | undefined): number => (bytes ? Number(readUint(bytes)) : 0);

/**
 * Reads one TrackEntry.
 *
 * @returns undefined for a kind of track that ffmpeg skips
 * @throws {AppError} FILE_ENCRYPTED if its blocks are encrypted
 */
export async function readTrackEntry(walker: EbmlWalker, entry: Element): Promise<MediaTrack | undefined> {
  const parts = new Map<number, Element>();
  for await (const child of walker.children(entry)) parts.set(child.id, child);
  const value = async (id: number): Promise<Buffer | undefined> => {
    const part = parts.get(id);
    return part && walker.window.read(part.start, Math.min(part.end - part.start, 4096));
  };
  await refuseEncryption(walker, parts.get(ID.encodings));
  const kind = KINDS[numberOf(await value(ID.type))];
  if (!kind) return undefined;
  const id = readText(await value(ID.codec));
  const setup = (await value(ID.private)) ?? Buffer.alloc(0);
  const video = parts.get(ID.video);
  const audio = parts.get(ID.audio);
  if (kind === 'video' && video) return { kind, ...(await readVideo(walker, video, id, setup)) };
  if (kind === 'audio' && audio) return { kind, ...(await readAudio(walker, audio, id, setup)) };
  return { kind, codec: CODECS[id] ?? unknownCodec(id) };
}

async function refuseEncryption(walker: EbmlWalker, encodings: Element | undefined): Promise<void> {
  if (!encodings) return;
  for await (const encoding of walker.children(encodings)) {
    if (encoding.id !== ID.encoding) continue;
    for await (const part of walker.children(encoding)) {
      if (part.id === ID.encryption) throw new AppError('FILE_ENCRYPTED');
    }
  }
}

async function readVideo(
  walker: EbmlWalker,
  video: Element,
  id: string,
  setup: Buffer,
): Promise<Omit<MediaTrack, 'kind'>> {
  const fields = await walker.fields(video);
  const colourBytes = fields.get(ID.colour);
  const colour = colourBytes ? await readColour(walker, video) : undefined;
  // BITMAPINFOHEADER stores the fourcc at byte 16.
  const isBitmap = id === 'V_MS/VFW/FOURCC' && setup.length >= 20;
  // Many writers leave the depth out of the colours.
  const bits = colour?.componentBits || componentBits(id, setup);
  return {
    codec: isBitmap ? codecOfFourcc(setup.toString('latin1', 16, 20)) : (CODECS[id] ?? unknownCodec(id)),
    widthPx: numberOf(fields.get(ID.width)),
    heightPx: numberOf(fields.get(ID.height)),
    ...(bits && { componentBits: bits }),
    ...(colour?.transfer === 16 && { transfer: 'pq' }),
    ...(colour?.transfer === 18 && { transfer: 'hlg' }),
  };
}

async function readColour(
  walker: EbmlWalker,
  video: Element,
): Promise<{ transfer: number; componentBits: number }> {
  for await (const part of walker.children(video)) {
    if (part.id !== ID.colour) continue;
    const fields = await walker.fields(part);
    return {
      transfer: numberOf(fields.get(ID.transfer)),
      componentBits: numberOf(fields.get(ID.componentBits)),
    };
  }
  return { transfer: 0, componentBits: 0 };
}

/** From the codec's own configuration: the profile of avcC, the depth of hvcC. */
function componentBits(id: string, setup: Buffer): number | undefined {
  if (id === 'V_MPEG4/ISO/AVC' && setup.length > 1) return [110, 122, 244].includes(setup[1] ?? 0) ? 10 : 8;
  return id === 'V_MPEGH/ISO/HEVC' && setup.length > 17 ? 8 + ((setup[17] ?? 0) & 7) : undefined;
}

async function readAudio(
  walker: EbmlWalker,
  audio: Element,
  id: string,
  setup: Buffer,
): Promise<Omit<MediaTrack, 'kind'>> {
  const fields = await walker.fields(audio);
  const bits = numberOf(fields.get(ID.sampleBits));
  const wave = id === 'A_MS/ACM' && setup.length >= 16 ? readWaveFormat(setup) : undefined;
  const codec = wave?.codec ?? soundCodec(id, bits);
  const isLossless = /^(pcm_|flac|alac|tta|wavpack)/.test(codec);
  return {
    codec,
    // RFC 9559: the defaults are 8000 Hz and one channel.
    sampleRateHz: readFloat(fields.get(ID.sampleRate)) || 8000,
    channels: numberOf(fields.get(ID.channels)) || 1,
    ...(isLossless && bits > 0 && { sampleBits: bits }),
  };
}

function soundCodec(id: string, bits: number): string {
  if (id.startsWith('A_AAC')) return 'aac';
  if (id === 'A_PCM/INT/LIT') return pcmCodec(bits, 'signed');
  if (id === 'A_PCM/INT/BIG') return pcmCodec(bits, 'signed', 'be');
  if (id === 'A_PCM/FLOAT/IEEE') return pcmCodec(bits, 'float');
  return CODECS[id] ?? unknownCodec(id);
}
