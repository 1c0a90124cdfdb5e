import type {
  AudioTracks,
  MediaInfo,
  MediaOptions,
  MediaTrack,
  PictureEncoder,
  SoundEncoder,
} from '@filemill/formats';
import { changesPictures, pictureFilters } from './edits.js';
import { MAX_FRAME_RATE } from './limits.js';
import { coversOf } from './plan.js';

/** The source of an encoded audio stream, and what the output can hold. */
interface AudioTarget {
  readonly track: MediaTrack;
  /** The same as the user wants it. */
  readonly wanted: MediaTrack;
  readonly limits: AudioTracks;
  /** 1 to 100; absent: depends on the source. */
  readonly quality?: number;
  /** See the field of the same name in the container's declaration. */
  readonly storesNoTimes?: boolean;
  /** Filters that the user's settings need. */
  readonly edits: readonly string[];
  readonly options: MediaOptions;
}

/** Timestamps that count the samples: in a format without timestamps they show how much audio was written. */
const TIMES_BY_SAMPLES = 'asetpts=N/SR/TB';
/** ffmpeg 5.1 counts one and a half times the samples of each packet of these. */
const COUNTED_WRONG = new Set(['aptx_hd']);

/**
 * Speaker layouts that encoders and drawings support; a film's 5.1(side) is one of them under another name. Some decoders
 * (Speex, TAK, SBC) name no layout at all: they get the usual one of as many speakers.
 */
const USUAL_LAYOUTS = 'aformat=channel_layouts=mono|stereo|3.0|4.0|quad|5.0|5.1|6.1|7.1';

/**
 * Arguments that encode one audio stream.
 *
 * @param specifier - of the stream in the output, such as `a:0`
 */
export function audioArguments(encoder: SoundEncoder, target: AudioTarget, specifier: string): string[] {
  const { track, wanted, limits, quality, storesNoTimes, edits, options } = target;
  const { maxChannels, maxSampleRateHz } = limits;
  const kbps = options.bitrate ?? options.audioBitrate;
  const source = { track: wanted, maxChannels, quality, kbps, varies: options.bitrateMode === 'average' };
  const args = withSpecifier(encoder.args(source), specifier);
  const { channels = 0, sampleRateHz = 0 } = wanted;
  const isMixedDown = channels > maxChannels;
  if (isMixedDown) args.push(`-ac:${specifier}`, `${Math.min(maxChannels, 2)}`);
  const filters = [
    ...edits,
    ...(storesNoTimes || COUNTED_WRONG.has(track.codec) ? [TIMES_BY_SAMPLES] : []),
    ...(isMixedDown || encoder.takesAnyLayout ? [] : [USUAL_LAYOUTS]),
  ];
  if (sampleRateHz > maxSampleRateHz) {
    // Integer ratios keep the resampler exact.
    const isExact = sampleRateHz % 44_100 === 0 && maxSampleRateHz >= 44_100 && !encoder.lacks44Khz;
    args.push(`-ar:${specifier}`, isExact ? '44100' : `${maxSampleRateHz}`);
  } else if (options.sampleRate !== undefined) {
    args.push(`-ar:${specifier}`, `${options.sampleRate}`);
  }
  if (filters.length > 0) args.push(`-filter:${specifier}`, filters.join(','));
  return args;
}

/**
 * Arguments of an encoder for one stream of the output.
 *
 * @param args - `%` stands for the stream
 * @param specifier - such as `a:0`
 */
export const withSpecifier = (args: readonly string[], specifier: string): string[] =>
  args.map((arg) => arg.replace('%', specifier));

/** The source of an encoded video stream, and its quality. */
interface VideoTarget {
  readonly track: MediaTrack;
  /** 1 to 100; absent: no visible loss. */
  readonly quality?: number;
  /** The first picture is shown at the start, whatever its time. */
  readonly startsAtOnce?: boolean;
  readonly options: MediaOptions;
  /** Of the result. */
  readonly lengthMs: number | undefined;
  /** Filter that draws subtitles. */
  readonly letters?: string;
  /** The share of their sides that they keep. */
  readonly shrink?: number;
}

/** Tone mapping similar to BT.2390 from PQ or HLG to the standard range, in linear light. */
const TO_STANDARD_RANGE =
  'zscale=t=linear:npl=100,format=gbrpf32le,zscale=p=bt709,tonemap=tonemap=hable:desat=0,zscale=t=bt709:m=bt709:r=tv';

/** Recorders of these formats store interlaced video. */
const OFTEN_INTERLACED = new Set(['mpeg2video', 'dvvideo']);

/** Else the late start of a stream would be filled with copies of its first picture. */
const FROM_THE_START = 'setpts=PTS-STARTPTS';
/** Pixel formats whose rows and columns are shared by two. */
const NEEDS_EVEN_SIZES = /^yuvj?42[02]p(10le)?$/;

/** Filters that a picture needs before its encoder accepts it. */
function filters(encoder: PictureEncoder, target: VideoTarget): string[] {
  const { track, startsAtOnce, options, lengthMs, letters, shrink } = target;
  const { maxWidthPx } = encoder;
  const palette = paletteOf(encoder, options);
  const pixelFormat = pixelFormatOf(encoder, options);
  const { widthPx = 1, heightPx = 1 } = track;
  const isOdd = widthPx % 2 === 1 || heightPx % 2 === 1;
  const isEven = !palette && NEEDS_EVEN_SIZES.test(pixelFormat);
  const isSized = options.width !== undefined || options.height !== undefined;
  return [
    ...(startsAtOnce ? [FROM_THE_START] : []),
    ...deinterlaceFilters(track, options),
    ...(track.transfer ? [TO_STANDARD_RANGE] : []),
    ...(letters === undefined ? [] : [letters]),
    ...(changesPictures(options) ? pictureFilters(options, lengthMs, isEven) : []),
    ...(maxWidthPx === undefined || isSized ? [] : [`scale='min(${maxWidthPx},iw)':-1:flags=lanczos`]),
    ...(shrink === undefined ? [] : [shrinkFilter(shrink)]),
    // An odd last row or column is cut.
    ...(isOdd && isEven ? ['crop=trunc(iw/2)*2:trunc(ih/2)*2:0:0'] : []),
    palette ?? `format=${pixelFormat}`,
  ];
}

/** @param share - of each side */
const shrinkFilter = (share: number): string => {
  const side = (name: 'iw' | 'ih') => `trunc(${name}*${share.toFixed(4)}/2)*2`;
  return `scale=${side('iw')}:${side('ih')}:flags=lanczos`;
};

function deinterlaceFilters({ codec }: MediaTrack, { deinterlace = 'auto' }: MediaOptions): string[] {
  if (deinterlace === 'always') return ['yadif'];
  return deinterlace === 'auto' && OFTEN_INTERLACED.has(codec) ? ['yadif=deint=interlaced'] : [];
}

const MAX_COLOURS = 256;

function paletteOf(encoder: PictureEncoder, options: MediaOptions): string | undefined {
  const { colours = MAX_COLOURS, dither = 'ordered' } = options;
  const isUsual = colours === MAX_COLOURS && dither === 'ordered';
  return isUsual ? encoder.palette : encoder.paletteOf?.(colours, dither);
}

const pixelFormatOf = ({ pixelFormat = 'yuv420p' }: PictureEncoder, { colourDepth }: MediaOptions): string =>
  colourDepth === 10 ? 'yuv420p10le' : pixelFormat;

/** Arguments of an encoder of pictures by the user's settings. @param specifier - in the output, such as `v:0` */
export function pictureEncoderArguments(
  encoder: PictureEncoder,
  quality: number | undefined,
  { videoBitrate, preset, profile, keyframes }: MediaOptions,
  specifier: string,
): string[] {
  const tuning = { kbps: videoBitrate, preset, profile };
  return [
    ...withSpecifier(encoder.args(quality, tuning), specifier),
    ...(keyframes === undefined
      ? []
      : [`-force_key_frames:${specifier}`, `expr:gte(t,n_forced*${keyframes})`]),
  ];
}

/** Arguments that encode one video stream. @param specifier - in the output, such as `v:0` */
export function videoArguments(encoder: PictureEncoder, target: VideoTarget, specifier: string): string[] {
  return [
    ...pictureEncoderArguments(encoder, target.quality, target.options, specifier),
    ...[`-filter:${specifier}`, filters(encoder, target).join(',')],
    ...(encoder.frameRate === undefined
      ? [`-fpsmax:${specifier}`, `${encoder.maxFrameRate ?? MAX_FRAME_RATE}`]
      : [`-r:${specifier}`, `${encoder.frameRate}`]),
  ];
}

/** A still picture needs few frames; players seek by them. */
const COVER_FPS = 4;
const COVER_BOX = 1280;
const WAVE = { size: '1280x720', fps: 25, colour: '0x6ea8fe' } as const;

/** Label of the pictures in the filter graph. */
export const PICTURE_LABEL = '[picture]';

/** How the picture of a sound is stored, and of which sound. */
interface DrawnPicture {
  readonly encoder: PictureEncoder;
  readonly options: MediaOptions;
  /** ffmpeg's specifier of the sound. */
  readonly source: string;
}

/** The filter graph that shows audio as a video: its cover, else its waveform, drawn while it plays. */
export function audioPictureGraph(
  info: MediaInfo,
  soundEdits: readonly string[],
  pictureEdits: readonly string[],
  { encoder, options, source }: DrawnPicture,
): string {
  const end = [
    ...pictureEdits,
    `format=${pixelFormatOf({ ...encoder, pixelFormat: undefined }, options)}`,
  ].join(',');
  const [cover] = coversOf(info);
  if (!cover || info.durationMs === undefined) {
    const { size, fps, colour } = WAVE;
    const isCountedWrong = info.tracks.some(({ codec }) => COUNTED_WRONG.has(codec));
    const sound = [...soundEdits, ...(isCountedWrong ? [TIMES_BY_SAMPLES] : []), USUAL_LAYOUTS].join(',');
    return `[${source}]${sound},showwaves=s=${size}:r=${fps}:mode=cline:colors=${colour},${end}${PICTURE_LABEL}`;
  }
  const fit = `scale='min(${COVER_BOX},iw)':'min(${COVER_BOX},ih)':force_original_aspect_ratio=decrease`;
  // Not -shortest, which passes pictures that the graph has produced in advance of copied audio.
  return (
    `[${cover.source}]${fit}:force_divisible_by=2,setsar=1,${end},loop=loop=-1:size=1,` +
    `setpts=N/(${COVER_FPS}*TB),fps=${COVER_FPS},trim=duration=${(info.durationMs / 1000).toFixed(3)}${PICTURE_LABEL}`
  );
}
