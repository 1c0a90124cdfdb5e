import { isLossless, type MediaTrack } from '../../define/facts.js';
import type { SoundEncoder, SoundSource } from '../../define/media-engines.js';

/** Lossy audio below this bit rate does not need the finest settings; 0 in {@link MediaTrack.bitrateKbps} is unknown. */
const MODEST_KBPS = 128;

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
function kbps({ track, quality, maxChannels }: SoundSource, fine: number, modest: number, high: number) {
  const channels = Math.min(track.channels ?? 2, maxChannels);
  const perChannel =
    quality === undefined ? (isDemanding(track) ? fine : modest) : scale(quality, high / 6, high);
  const share = channels > 2 ? 2 / 3 : 1;
  return `${Math.round(perChannel * channels * share)}k`;
}

/** Audio without a depth of its own is decoded to 16 bits. */
const bitsOf = (track: MediaTrack): number => (isLossless(track) ? (track.sampleBits ?? 24) : 16);

const makes = (codec: string) => (): string => codec;

/** LAME's V0 and V2. */
export const MP3: SoundEncoder = {
  codec: makes('mp3'),
  args: ({ track, quality }) => [
    ...['-c:%', 'libmp3lame', '-q:%'],
    quality === undefined ? (isDemanding(track) ? '0' : '2') : scale(quality, 9, 0).toFixed(1),
  ],
};

/** For AVI: old players lose synchronisation without a constant bit rate. */
export const MP3_CONSTANT_RATE: SoundEncoder = {
  codec: makes('mp3'),
  args: (source) => ['-c:%', 'libmp3lame', '-b:%', kbps(source, 128, 96, 160)],
};

/** The coder `fast` takes half the time and leaves 9.5 dB more error at 256 kbit/s (20 s of chords and noise). */
export const AAC: SoundEncoder = {
  codec: makes('aac'),
  args: (source) => ['-c:%', 'aac', '-b:%', kbps(source, 128, 80, 160)],
};

/** ffmpeg has another name for AAC whose settings are in each frame. */
export const AAC_IN_LATM: SoundEncoder = { ...AAC, codec: makes('aac_latm') };

/** Vorbis; its own scale of quality is 0 to 10. */
export const VORBIS: SoundEncoder = {
  codec: makes('vorbis'),
  args: ({ track, quality }) => [
    ...['-c:%', 'libvorbis', '-q:%'],
    (quality === undefined ? (isDemanding(track) ? 7 : 5) : scale(quality, 0, 10)).toFixed(1),
  ],
};

/** libopus takes at most 256 kbit/s for two channels, and 48 kHz or what divides it. */
export const OPUS: SoundEncoder = {
  lacks44Khz: true,
  codec: makes('opus'),
  args: (source) => ['-c:%', 'libopus', '-b:%', kbps(source, 80, 56, 128)],
};

/** Windows Media Audio 9, the newest that ffmpeg can write. */
export const WMA: SoundEncoder = {
  codec: makes('wmav2'),
  args: (source) => ['-c:%', 'wmav2', '-b:%', kbps(source, 96, 80, 160)],
};

/** FLAC, lossless up to 24 bits. */
export const FLAC: SoundEncoder = {
  codec: makes('flac'),
  args: ({ track }) => ['-c:%', 'flac', '-sample_fmt:%', bitsOf(track) > 16 ? 's32' : 's16'],
  maxSampleBits: 24,
};

/** Apple Lossless, up to 24 bits. */
export const ALAC: SoundEncoder = {
  codec: makes('alac'),
  args: ({ track }) => ['-c:%', 'alac', '-sample_fmt:%', bitsOf(track) > 16 ? 's32p' : 's16p'],
  maxSampleBits: 24,
};

/** PCM samples at the depth of the source. */
export const PCM: SoundEncoder = {
  codec: pcmCodecOf,
  args: ({ track }) => ['-c:%', pcmCodecOf(track)],
  takesAnyLayout: true,
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
export const PCM_16: SoundEncoder = { ...only('pcm_s16le'), maxSampleBits: 16 };
/** As {@link PCM_16}, at the one sample rate of MXF. */
export const PCM_16_AT_48_KHZ: SoundEncoder = {
  ...only('pcm_s16le', 'pcm_s16le', '-ar:%', '48000'),
  maxSampleBits: 16,
  lacks44Khz: true,
};
/** PCM of 32 bits. */
export const PCM_32: SoundEncoder = { ...only('pcm_s32le'), maxSampleBits: 32 };

/** Dolby Digital; 640 kbit/s is its highest rate. */
export const AC3: SoundEncoder = {
  codec: makes('ac3'),
  args: (source) => ['-c:%', 'ac3', '-b:%', kbps(source, 128, 96, 224)],
};

/** Dolby Digital Plus. */
export const EAC3: SoundEncoder = {
  codec: makes('eac3'),
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

/** MPEG-1 layer II, of broadcasting and DVDs. */
export const MP2: SoundEncoder = {
  codec: makes('mp2'),
  args: ({ track, quality = 50 }) => {
    const low = track.sampleRateHz !== undefined && track.sampleRateHz < LOWEST_OF_MPEG1_HZ;
    const rates = low ? [80, 128, 160] : [128, 256, 384];
    return ['-c:%', 'mp2', '-b:%', `${rates[quality < 34 ? 0 : quality < 67 ? 1 : 2]}k`];
  },
};

/** Speech at 32 kHz, the widest band of Speex. */
export const SPEEX: SoundEncoder = only('speex', 'libspeex', '-ar:%', '32000', '-q:%', '10');

/** Lossless, up to 24 bits. ffmpeg calls it experimental. */
export const MLP: SoundEncoder = losslessOf('mlp', ['s16', 's32'], ['-strict:%', '-2']);
/** As {@link MLP}. */
export const TRUEHD: SoundEncoder = losslessOf('truehd', ['s16', 's32'], ['-strict:%', '-2']);
/** Lossless, up to 24 bits here. */
export const WAVPACK: SoundEncoder = losslessOf('wavpack', ['s16p', 's32p']);
/** Lossless, up to 24 bits. */
export const TTA: SoundEncoder = losslessOf('tta', ['s16', 's32']);

/** @param formats - ffmpeg's sample formats for 16 bits and for more */
function losslessOf(
  codec: string,
  [low, high]: [string, string],
  more: readonly string[] = [],
): SoundEncoder {
  return {
    codec: makes(codec),
    args: ({ track }) => ['-c:%', codec, '-sample_fmt:%', bitsOf(track) > 16 ? high : low, ...more],
    maxSampleBits: 24,
  };
}
