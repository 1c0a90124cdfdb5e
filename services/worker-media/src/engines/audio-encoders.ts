import type { MediaTrack } from '@filemill/inspect';
import type { AudioEncoder, Container } from './containers.js';
import { isLossless } from './plan.js';

export interface AudioTarget {
  readonly track: MediaTrack;
  readonly limits: Container['audio'];
  readonly muxer: string;
  /** 1 to 100; absent: by what the source needs. */
  readonly quality?: number;
  /** Of FLAC, 0 to 12. */
  readonly compressionLevel?: number;
}

/** Lossy sound below this is not worth the finest settings; 0 in {@link MediaTrack.bitrateKbps} is unknown. */
const MODEST_KBPS = 128;

/** Linear from `low` at quality 1 to `high` at 100. */
const scale = (quality: number, low: number, high: number): number =>
  low + ((quality - 1) / 99) * (high - low);

/** Whether the source has more to keep than a modest encoder setting does. Unknown counts as demanding. */
const isDemanding = (track: MediaTrack): boolean =>
  isLossless(track) || track.bitrateKbps === undefined || track.bitrateKbps > MODEST_KBPS;

/**
 * kbit/s by channel: the bit rate of surround is shared, so each of more than two takes two thirds.
 *
 * @param fine - for a demanding source
 * @param modest - for one that has been through a low bit rate before
 */
function kbps(target: AudioTarget, fine: number, modest: number, high: number): string {
  const { track, quality, limits } = target;
  const channels = Math.min(track.channels ?? 2, limits.maxChannels);
  const perChannel =
    quality === undefined ? (isDemanding(track) ? fine : modest) : scale(quality, high / 6, high);
  const share = channels > 2 ? 2 / 3 : 1;
  return `${Math.round(perChannel * channels * share)}k`;
}

/** `%` stands for the stream specifier of the output, such as `a:0`. */
const ENCODERS: Readonly<Record<AudioEncoder, (target: AudioTarget) => string[]>> = {
  mp3: (target) => ['-c:%', 'libmp3lame', ...mp3Rate(target)],
  // Its coder `fast` takes half the time and leaves 9.5 dB more error at 256 kbit/s (20 s of chords and noise).
  aac: (target) => ['-c:%', 'aac', '-b:%', kbps(target, 128, 80, 160)],
  vorbis: ({ track, quality }) => [
    ...['-c:%', 'libvorbis', '-q:%'],
    (quality === undefined ? (isDemanding(track) ? 7 : 5) : scale(quality, 0, 10)).toFixed(1),
  ],
  // libopus takes at most 256 kbit/s for two channels.
  opus: (target) => ['-c:%', 'libopus', '-b:%', kbps(target, 80, 56, 128)],
  wmav2: (target) => ['-c:%', 'wmav2', '-b:%', kbps(target, 96, 80, 160)],
  flac: ({ track, compressionLevel = 5 }) => [
    ...['-c:%', 'flac', '-compression_level:%', `${compressionLevel}`],
    ...['-sample_fmt:%', bitsOf(track) > 16 ? 's32' : 's16'],
  ],
  alac: ({ track }) => ['-c:%', 'alac', '-sample_fmt:%', bitsOf(track) > 16 ? 's32p' : 's16p'],
  pcm: ({ track }) => ['-c:%', pcmEncoder(track)],
};

/** LAME's V0 and V2; in AVI a constant rate, without which old players lose the sound's time. */
function mp3Rate(target: AudioTarget): string[] {
  const { track, quality, muxer } = target;
  if (muxer === 'avi') return ['-b:%', kbps(target, 128, 96, 160)];
  if (quality === undefined) return ['-q:%', isDemanding(track) ? '0' : '2'];
  return ['-q:%', scale(quality, 9, 0).toFixed(1)];
}

/** Sound without a depth of its own is decoded to 16 bits, which is what its makers heard. */
const bitsOf = (track: MediaTrack): number => (isLossless(track) ? (track.sampleBits ?? 24) : 16);

function pcmEncoder(track: MediaTrack): string {
  if (track.codec.startsWith('pcm_f64')) return 'pcm_f64le';
  if (track.codec.startsWith('pcm_f')) return 'pcm_f32le';
  const bits = bitsOf(track);
  if (bits <= 8) return 'pcm_u8';
  return bits <= 16 ? 'pcm_s16le' : bits <= 24 ? 'pcm_s24le' : 'pcm_s32le';
}

/**
 * Arguments that encode one stream of sound.
 *
 * @param specifier - of the stream in the output, such as `a:0`
 */
export function audioArguments(encoder: AudioEncoder, target: AudioTarget, specifier: string): string[] {
  const { track, limits } = target;
  const args = ENCODERS[encoder](target).map((arg) => arg.replace('%', specifier));
  const { channels = 0, sampleRateHz = 0 } = track;
  if (channels > limits.maxChannels) args.push(`-ac:${specifier}`, '2');
  else if (channels > 2 && encoder !== 'pcm') {
    // The encoders know the usual arrangements; a film's 5.1(side) is one of them by another name.
    args.push(`-filter:${specifier}`, 'aformat=channel_layouts=mono|stereo|3.0|4.0|quad|5.0|5.1|6.1|7.1');
  }
  if (sampleRateHz > limits.maxSampleRateHz) {
    // Whole ratios keep the resampler exact.
    args.push(`-ar:${specifier}`, sampleRateHz % 44_100 === 0 ? '44100' : `${limits.maxSampleRateHz}`);
  }
  return args;
}

/** ffmpeg's name of the codec that an encoder makes of a source. */
export const encodedCodec = (encoder: AudioEncoder, track: MediaTrack): string =>
  encoder === 'pcm' ? pcmEncoder(track) : encoder;
