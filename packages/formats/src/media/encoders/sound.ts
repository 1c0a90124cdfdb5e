import { isLossless, type MediaTrack } from '../../define/facts.js';
import type { SoundEncoder, SoundSource } from '../../define/media-engines.js';

/** Lossy audio below this bit rate does not need the finest settings; 0 in {@link MediaTrack.bitrateKbps} is unknown. */
const MODEST_KBPS = 128;

/** Sample rates that the user can choose, of which each encoder has some. */
const USUAL_HZ = [8_000, 11_025, 16_000, 22_050, 32_000, 44_100, 48_000] as const;
const ALL_HZ = [...USUAL_HZ, 88_200, 96_000, 176_400, 192_000] as const;
/** Of MPEG's and Dolby's. */
const FROM_32_KHZ = [32_000, 44_100, 48_000] as const;
/** Of MPEG-2's lower half too. */
const FROM_16_KHZ = [16_000, 22_050, ...FROM_32_KHZ] as const;

/** Linear from `low` at quality 1 to `high` at 100. */
const scale = (quality: number, low: number, high: number): number =>
  low + ((quality - 1) / 99) * (high - low);

/** Whether the source has more detail than a modest setting keeps. Unknown counts as demanding. */
const isDemanding = (track: MediaTrack): boolean =>
  isLossless(track) || track.bitrateKbps === undefined || track.bitrateKbps > MODEST_KBPS;

/**
 * kbit/s by number of channels: each channel of surround audio gets two thirds, because channels share information.
 *
 * @param fine - for a demanding source
 * @param modest - for a source that was encoded at a low bit rate before
 */
function kbps(source: SoundSource, fine: number, modest: number, high: number) {
  const { track, quality, maxChannels } = source;
  if (source.kbps !== undefined) return `${source.kbps}k`;
  const channels = Math.min(track.channels ?? 2, maxChannels);
  const perChannel =
    quality === undefined ? (isDemanding(track) ? fine : modest) : scale(quality, high / 6, high);
  const share = channels > 2 ? 2 / 3 : 1;
  return `${Math.round(perChannel * channels * share)}k`;
}

/** Audio without a depth of its own is decoded to 16 bits. */
const bitsOf = (track: MediaTrack): number => (isLossless(track) ? (track.sampleBits ?? 24) : 16);

const makes = (codec: string) => (): string => codec;

/** ISO/IEC 11172-3; below 32 kHz the encoder takes at most 160. */
const MP3_KBPS = [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];

function mp3Rate({ track, quality, kbps: rate, varies }: SoundSource): readonly string[] {
  if (rate !== undefined) return ['-b:%', `${rate}k`, ...(varies ? ['-abr:%', '1'] : [])];
  return ['-q:%', quality === undefined ? (isDemanding(track) ? '0' : '2') : scale(quality, 9, 0).toFixed(1)];
}

/** LAME's V0 and V2. */
export const MP3: SoundEncoder = {
  codec: makes('mp3'),
  kbps: MP3_KBPS,
  holdsRate: true,
  ratesHz: USUAL_HZ,
  maxChannels: 2,
  args: (source) => ['-c:%', 'libmp3lame', ...mp3Rate(source)],
};

/** For AVI: old players lose synchronisation without a constant bit rate. */
export const MP3_CONSTANT_RATE: SoundEncoder = {
  codec: makes('mp3'),
  kbps: MP3_KBPS,
  ratesHz: USUAL_HZ,
  maxChannels: 2,
  args: (source) => ['-c:%', 'libmp3lame', '-b:%', kbps(source, 128, 96, 160)],
};

/**
 * The coder `fast` takes half the time and leaves 9.5 dB more error at 256 kbit/s (20 s of chords and noise). Two channels of
 * noise get 380 kbit/s at most, whatever is asked for.
 */
export const AAC: SoundEncoder = {
  codec: makes('aac'),
  kbps: { min: 16, max: 384 },
  ratesHz: [...USUAL_HZ, 88_200, 96_000],
  args: (source) => ['-c:%', 'aac', '-b:%', kbps(source, 128, 80, 160)],
};

/** ffmpeg has another name for AAC whose settings are in each frame. */
export const AAC_IN_LATM: SoundEncoder = { ...AAC, codec: makes('aac_latm') };

/** Bit rates of two channels at Vorbis' own qualities, from 0 to 10: ffmpeg takes one below 0 for its default, 3. */
const VORBIS_KBPS = [64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 500];

/** Vorbis' quality for a bit rate: its own management of rates refuses many of them. */
function vorbisQuality({ track, maxChannels, kbps: rate = 0 }: SoundSource): number {
  const perPair = (rate * 2) / Math.min(track.channels ?? 2, maxChannels);
  const above = VORBIS_KBPS.findIndex((known) => known >= perPair);
  if (above <= 0) return above < 0 ? 10 : 0;
  const [low = 0, high = 0] = VORBIS_KBPS.slice(above - 1, above + 1);
  return above - 1 + (perPair - low) / (high - low);
}

/** Vorbis; its own scale of quality is 0 to 10, and some tenths of it make a third of the file. */
export const VORBIS: SoundEncoder = {
  codec: makes('vorbis'),
  jumps: true,
  kbps: { min: 32, max: 500 },
  ratesHz: USUAL_HZ,
  args: (source) => ['-c:%', 'libvorbis', '-q:%', vorbisSetting(source).toFixed(1)],
};

function vorbisSetting(source: SoundSource): number {
  const { track, quality } = source;
  if (source.kbps !== undefined) return vorbisQuality(source);
  return quality === undefined ? (isDemanding(track) ? 7 : 5) : scale(quality, 0, 10);
}

const OPUS_MAX_KBPS_A_CHANNEL = 256;

const opusRate = ({ track, maxChannels, kbps: rate = 0 }: SoundSource): string =>
  `${Math.min(rate, OPUS_MAX_KBPS_A_CHANNEL * Math.min(track.channels ?? 2, maxChannels))}k`;

/** libopus takes at most 256 kbit/s for two channels, and 48 kHz or what divides it. */
export const OPUS: SoundEncoder = {
  lacks44Khz: true,
  codec: makes('opus'),
  kbps: { min: 12, max: 510 },
  holdsRate: true,
  maxSampleRateHz: 48_000,
  args: (source) => [
    ...['-c:%', 'libopus', '-b:%', source.kbps === undefined ? kbps(source, 80, 56, 128) : opusRate(source)],
    ...(source.kbps !== undefined && !source.varies ? ['-vbr:%', 'off'] : []),
  ],
};

/** Windows Media Audio 9, the newest that ffmpeg can write: 150 to 180 kbit/s are one size, 185 to 210 the next. */
export const WMA: SoundEncoder = {
  codec: makes('wmav2'),
  jumps: true,
  kbps: { min: 48, max: 320 },
  ratesHz: [22_050, ...FROM_32_KHZ],
  args: (source) => ['-c:%', 'wmav2', '-b:%', kbps(source, 96, 80, 160)],
};

/** What encoders without loss let the user choose. */
const LOSSLESS = { ratesHz: ALL_HZ, depths: [16, 24] } as const;
const PCM_SETTINGS = { ratesHz: ALL_HZ, depths: [16, 24, 32] } as const;

/** FLAC, lossless up to 24 bits. */
export const FLAC: SoundEncoder = {
  codec: makes('flac'),
  args: ({ track }) => ['-c:%', 'flac', '-sample_fmt:%', bitsOf(track) > 16 ? 's32' : 's16'],
  maxSampleBits: 24,
  ...LOSSLESS,
};

/** Apple Lossless, up to 24 bits. */
export const ALAC: SoundEncoder = {
  codec: makes('alac'),
  args: ({ track }) => ['-c:%', 'alac', '-sample_fmt:%', bitsOf(track) > 16 ? 's32p' : 's16p'],
  maxSampleBits: 24,
  ...LOSSLESS,
};

/** PCM samples at the depth of the source. */
export const PCM: SoundEncoder = {
  codec: pcmCodecOf,
  args: ({ track }) => ['-c:%', pcmCodecOf(track)],
  takesAnyLayout: true,
  ...PCM_SETTINGS,
};

function pcmCodecOf(track: MediaTrack): string {
  if (track.codec.startsWith('pcm_f64')) return 'pcm_f64le';
  if (track.codec.startsWith('pcm_f')) return 'pcm_f32le';
  const bits = bitsOf(track);
  if (bits <= 8) return 'pcm_u8';
  return bits <= 16 ? 'pcm_s16le' : bits <= 24 ? 'pcm_s24le' : 'pcm_s32le';
}

/** The same with the highest byte first, as Apple's and Sun's formats store it; no floating point. */
export const PCM_BIG_ENDIAN: SoundEncoder = {
  codec: bigEndianCodecOf,
  args: ({ track }) => ['-c:%', bigEndianCodecOf(track)],
  takesAnyLayout: true,
  ...PCM_SETTINGS,
};

function bigEndianCodecOf(track: MediaTrack): string {
  const bits = bitsOf(track);
  return bits <= 16 ? 'pcm_s16be' : bits <= 24 ? 'pcm_s24be' : 'pcm_s32be';
}

/** An encoder with one setting. */
const only = (codec: string, encoder = codec, ...more: readonly string[]): SoundEncoder => ({
  codec: makes(codec),
  args: () => ['-c:%', encoder, ...more],
});

/** PCM of one depth, for formats that hold no other. */
export const PCM_16: SoundEncoder = { ...only('pcm_s16le'), maxSampleBits: 16, ratesHz: ALL_HZ };
/** As {@link PCM_16}, at the one sample rate of MXF. */
export const PCM_16_AT_48_KHZ: SoundEncoder = {
  ...only('pcm_s16le', 'pcm_s16le', '-ar:%', '48000'),
  maxSampleBits: 16,
  lacks44Khz: true,
};
/** PCM of 32 bits. */
export const PCM_32: SoundEncoder = { ...only('pcm_s32le'), maxSampleBits: 32, ratesHz: ALL_HZ };

/** ETSI TS 102 366, from the least that six channels need. */
const AC3_KBPS = [128, 160, 192, 224, 256, 320, 384, 448, 512, 576, 640];

/** Dolby Digital; 640 kbit/s is its highest rate. */
export const AC3: SoundEncoder = {
  codec: makes('ac3'),
  kbps: AC3_KBPS,
  ratesHz: FROM_32_KHZ,
  maxChannels: 6,
  args: (source) => ['-c:%', 'ac3', '-b:%', kbps(source, 128, 96, 224)],
};

/** Dolby Digital Plus. */
export const EAC3: SoundEncoder = {
  codec: makes('eac3'),
  kbps: AC3_KBPS,
  ratesHz: FROM_32_KHZ,
  maxChannels: 6,
  args: (source) => ['-c:%', 'eac3', '-b:%', kbps(source, 112, 80, 224)],
};

/** ffmpeg calls its encoder of DTS experimental. */
export const DTS: SoundEncoder = {
  codec: makes('dts'),
  args: ({ quality }) => [
    '-c:%',
    'dca',
    '-strict:%',
    '-2',
    '-b:%',
    `${quality && quality < 50 ? 768 : 1_536}k`,
  ],
};

/** Below this rate MPEG-2 has other bit rates. */
const LOWEST_OF_MPEG1_HZ = 32_000;

const MP2_KBPS = [64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384];
const MP2_LOW_KBPS = 160;

/** MPEG-1 layer II, of broadcasting and DVDs. */
export const MP2: SoundEncoder = {
  codec: makes('mp2'),
  kbps: MP2_KBPS,
  ratesHz: FROM_16_KHZ,
  maxChannels: 2,
  args: ({ track, quality = 50, kbps: rate }) => {
    const low = track.sampleRateHz !== undefined && track.sampleRateHz < LOWEST_OF_MPEG1_HZ;
    if (rate !== undefined) return ['-c:%', 'mp2', '-b:%', `${low ? Math.min(rate, MP2_LOW_KBPS) : rate}k`];
    const rates = low ? [80, 128, 160] : [128, 256, 384];
    return ['-c:%', 'mp2', '-b:%', `${rates[quality < 34 ? 0 : quality < 67 ? 1 : 2]}k`];
  },
};

/** Speech at 32 kHz, the widest band of Speex. */
export const SPEEX: SoundEncoder = only('speex', 'libspeex', '-ar:%', '32000', '-q:%', '10');

/** Of DVD-Audio and Blu-ray. */
const DVD_HZ = [44_100, 48_000, 88_200, 96_000, 176_400, 192_000];

/** Lossless, up to 24 bits. ffmpeg calls it experimental. */
export const MLP: SoundEncoder = losslessOf('mlp', ['s16', 's32'], ['-strict:%', '-2'], DVD_HZ);
/** As {@link MLP}. */
export const TRUEHD: SoundEncoder = losslessOf('truehd', ['s16', 's32'], ['-strict:%', '-2'], DVD_HZ);
/** Lossless, up to 24 bits here; what has more than 16 is stored in 32. */
export const WAVPACK: SoundEncoder = { ...losslessOf('wavpack', ['s16p', 's32p']), depths: [16, 32] };
/** Lossless, up to 24 bits. */
export const TTA: SoundEncoder = losslessOf('tta', ['s16', 's32']);

/** @param formats - ffmpeg's sample formats for 16 bits and for more */
function losslessOf(
  codec: string,
  [low, high]: [string, string],
  more: readonly string[] = [],
  ratesHz: readonly number[] = ALL_HZ,
): SoundEncoder {
  return {
    codec: makes(codec),
    args: ({ track }) => ['-c:%', codec, '-sample_fmt:%', bitsOf(track) > 16 ? high : low, ...more],
    maxSampleBits: 24,
    depths: LOSSLESS.depths,
    ratesHz,
  };
}
