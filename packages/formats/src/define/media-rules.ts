import type { FfmpegWrite, PictureEncoder, PictureSetting, SoundEncoder } from './media-engines.js';
import type { MediaOptions } from './media-options.js';
import { hasEveryRate, hasRate } from './sound-options.js';

/** A setting that another one forbids, and what would be right. */
export interface BrokenRule {
  readonly field: string;
  readonly rule: string;
}

/** The encoders of sound and pictures that some settings choose. */
export const chosenEncoders = (
  { audio, video }: Pick<FfmpegWrite, 'audio' | 'video'>,
  { audioCodec = '', videoCodec = '' }: Pick<MediaOptions, 'audioCodec' | 'videoCodec'>,
): { readonly sound: SoundEncoder; readonly picture: PictureEncoder | undefined } => ({
  sound: audio.codecs?.[audioCodec] ?? audio.encoder,
  picture: video?.codecs?.[videoCodec] ?? video?.encoder,
});

/** Whether the size of a result follows the bit rate of its pictures, or of its sound if it has none. */
const followsRate = (sound: SoundEncoder, picture: PictureEncoder | undefined): boolean =>
  picture ? picture.has?.includes('videoBitrate') === true : hasEveryRate(sound);

/** Whether the usual encoders of a format can meet a size. */
export const meetsSize = ({ audio, video }: FfmpegWrite): boolean =>
  followsRate(audio.encoder, video?.encoder);

/** What some settings mean together: of two that say the same, only one can be obeyed. */
export function mediaRule(container: FfmpegWrite) {
  return (given: Readonly<Record<string, unknown>>): BrokenRule | undefined => {
    const options: Options = given;
    return (
      pairRule(options) ??
      sizeRule(container, options) ??
      needRule(options) ??
      soundRule(container, options) ??
      pictureRule(container, options)
    );
  };
}

type Options = MediaOptions & {
  readonly quality?: number;
  readonly targetSize?: number;
  /** Of M4A. */
  readonly codec?: string;
};

/** A size decides the bit rate: of the whole, so that the sound of a film may have its own. */
function sizeRule(container: FfmpegWrite, options: Options): BrokenRule | undefined {
  if (options.targetSize === undefined) return undefined;
  const field = (['bitrate', 'videoBitrate'] as const).find((name) => options[name] !== undefined);
  if (field) return { field, rule: 'instead of the target size' };
  const { sound, picture } = chosenEncoders(container, options);
  if (options.codec !== 'alac' && followsRate(sound, picture)) return undefined;
  return { field: 'targetSize', rule: 'not with this codec, whose size no bit rate decides' };
}

function pairRule(options: Options): BrokenRule | undefined {
  const { quality, bitrate, videoBitrate, loudness, volume = 0, grey, saturation = 0 } = options;
  const { aspect, width, height, subtitles, subtitleTrack } = options;
  if (quality !== undefined && bitrate !== undefined)
    return { field: 'bitrate', rule: 'instead of the quality' };
  if (quality !== undefined && videoBitrate !== undefined)
    return { field: 'videoBitrate', rule: 'instead of the quality' };
  if (loudness !== undefined && volume !== 0) return { field: 'loudness', rule: 'instead of the volume' };
  if (grey && saturation !== 0) return { field: 'saturation', rule: 'not with shades of grey' };
  if (aspect !== undefined && width !== undefined && height !== undefined)
    return { field: 'aspect', rule: 'with a width or a height, not with both' };
  if (subtitles === 'drop' && subtitleTrack !== undefined)
    return { field: 'subtitleTrack', rule: 'not if subtitles are left out' };
  return soundlessRule(options);
}

const OF_SOUND = ['audioTrack', 'audioCodec', 'audioBitrate', 'sampleRate', 'loudness', 'bitDepth'] as const;

function soundlessRule(options: Options): BrokenRule | undefined {
  if (options.sound !== 'drop') return undefined;
  const field = OF_SOUND.find((name) => options[name] !== undefined);
  return field && { field, rule: 'not if the sound is left out' };
}

function needRule(options: Options): BrokenRule | undefined {
  const { bitrateMode, bitrate, audioBitrate, silence, silenceThreshold, background, aspect, fit } = options;
  const { highpass = 0, lowpass = Number.POSITIVE_INFINITY } = options;
  if (bitrateMode !== undefined && bitrate === undefined && audioBitrate === undefined)
    return { field: 'bitrateMode', rule: 'with a bit rate' };
  const isOtherThreshold = silenceThreshold !== undefined && silenceThreshold !== DEFAULT_THRESHOLD_DB;
  if (isOtherThreshold && silence !== 'trim')
    return { field: 'silenceThreshold', rule: 'if silence is trimmed' };
  const hasEdges = fit === 'pad' || (aspect !== undefined && fit !== 'cover' && fit !== 'stretch');
  if (background !== undefined && !hasEdges)
    return { field: 'background', rule: 'if the picture gets edges: with the fit "pad", or an aspect' };
  if (highpass >= lowpass) return { field: 'lowpass', rule: `above ${highpass}, where the other limit is` };
  return undefined;
}

const DEFAULT_THRESHOLD_DB = -50;

function soundRule(container: FfmpegWrite, options: Options): BrokenRule | undefined {
  const { audioCodec, codec, sampleRate, bitDepth, bitrateMode } = options;
  const { sound } = chosenEncoders(container, options);
  const field = options.bitrate === undefined ? 'audioBitrate' : 'bitrate';
  const rate = options[field];
  const name = audioCodec ?? 'the sound of this format';
  if (rate !== undefined && (!hasRate(sound.kbps, rate) || codec === 'alac'))
    return { field, rule: ratesText(codec === 'alac' ? {} : sound, codec ?? name) };
  if (bitrateMode !== undefined && !sound.holdsRate)
    return { field: 'bitrateMode', rule: `${name} has only one` };
  if (sampleRate !== undefined && !sound.ratesHz?.includes(sampleRate))
    return { field: 'sampleRate', rule: `of ${name}: ${sound.ratesHz?.join(', ') || 'only its own'}` };
  if (bitDepth !== undefined && !sound.depths?.includes(bitDepth))
    return { field: 'bitDepth', rule: `of ${name}: ${sound.depths?.join(', ') || 'none'}` };
  return undefined;
}

function ratesText({ kbps }: Pick<SoundEncoder, 'kbps'>, name: string): string {
  if (!kbps) return `not with ${name}, which has none`;
  return `of ${name}: ${'min' in kbps ? `${kbps.min} to ${kbps.max}` : kbps.join(', ')} kbit/s`;
}

const OF_ENCODERS: readonly PictureSetting[] = [
  ...(['videoBitrate', 'preset', 'profile', 'colourDepth', 'keyframes'] as const),
];

function pictureRule(container: FfmpegWrite, options: Options): BrokenRule | undefined {
  const { picture } = chosenEncoders(container, options);
  if (!picture) return undefined;
  const { preset, ...others } = options;
  const given = { ...others, ...(preset !== 'fast' && { preset }) };
  const wrong = OF_ENCODERS.find((name) => given[name] !== undefined && !picture.has?.includes(name));
  if (wrong) return { field: wrong, rule: `not with ${picture.codec}` };
  const { ratesFps } = picture;
  if (options.fps !== undefined && ratesFps && !ratesFps.includes(options.fps))
    return { field: 'fps', rule: `of ${picture.codec}: ${ratesFps.join(', ')}` };
  if (options.profile !== undefined && options.colourDepth === 10)
    return { field: 'colourDepth', rule: '8 with a profile' };
  return undefined;
}
