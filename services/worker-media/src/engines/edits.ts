import { AppError } from '@filemill/errors';
import type { FfmpegWrite, MediaInfo, MediaOptions } from '@filemill/formats';
import { changesLook, groundOf, lookFilters, shapeOfAspect, strengthFilters } from './looks.js';
import { changesTone, toneFilters } from './tones.js';

/** Below this many milliseconds nothing would be left. */
const LEAST_MS = 50;

const isTrimmed = ({ start = 0, end }: MediaOptions): boolean => start > 0 || end !== undefined;

/** Whether the user wants other samples than those of the upload, so that sound cannot be copied. */
export const changesSound = (options: MediaOptions): boolean => {
  const { volume = 0, fadeIn = 0, fadeOut = 0, speed = 1, channels } = options;
  return (
    isTrimmed(options) ||
    volume !== 0 ||
    fadeIn > 0 ||
    fadeOut > 0 ||
    speed !== 1 ||
    channels !== undefined ||
    options.reverse === true ||
    changesTone(options) ||
    OF_SOUND_ENCODERS.some((name) => options[name] !== undefined)
  );
};

/** Settings that only an encoder can obey. */
const OF_SOUND_ENCODERS = ['bitrate', 'audioBitrate', 'sampleRate', 'bitDepth', 'compressionLevel'] as const;
const OF_PICTURE_ENCODERS = ['videoBitrate', 'profile', 'colourDepth', 'keyframes'] as const;

/** Whether the user wants other pixels, or other pictures, than those of the upload. */
export const changesPictures = (options: MediaOptions): boolean => {
  const { fadeIn = 0, fadeOut = 0, speed = 1, fps } = options;
  return (
    isTrimmed(options) ||
    fadeIn > 0 ||
    fadeOut > 0 ||
    speed !== 1 ||
    fps !== undefined ||
    changesShape(options) ||
    options.reverse === true ||
    changesLook(options) ||
    (options.preset ?? 'fast') !== 'fast' ||
    OF_PICTURE_ENCODERS.some((name) => options[name] !== undefined)
  );
};

const changesShape = ({
  width,
  height,
  rotate = 0,
  mirror = 'none',
  cropLeft,
  cropTop,
  cropWidth,
  cropHeight,
  aspect,
}: MediaOptions): boolean =>
  rotate !== 0 ||
  mirror !== 'none' ||
  aspect !== undefined ||
  [width, height, cropLeft, cropTop, cropWidth, cropHeight].some((side) => side !== undefined);

/**
 * What is known of the input, as long as the result will be.
 *
 * @throws {AppError} OPTION_INVALID if nothing would be left
 */
export function afterEdits(info: MediaInfo, options: MediaOptions): MediaInfo {
  const { start = 0, end, speed = 1 } = options;
  if (end !== undefined && (end - start) * 1_000 < LEAST_MS)
    throw new AppError('OPTION_INVALID', { field: 'end', rule: 'after the start' });
  const { durationMs } = info;
  if (durationMs === undefined) return info;
  const leftMs = Math.min(durationMs, (end ?? Number.POSITIVE_INFINITY) * 1_000) - start * 1_000;
  if (start > 0 && leftMs < LEAST_MS)
    throw new AppError('OPTION_INVALID', { field: 'start', rule: `before the end, ${durationMs / 1_000} s` });
  return { ...info, durationMs: leftMs / speed };
}

/** Of the memory of a job, for what waits to be turned round. */
const MAX_REVERSED_BYTES = 1_200_000_000;
/** Of a sample, and of a pixel with colours at half the resolution. */
const SAMPLE_BYTES = 4;
const PIXEL_BYTES = 1.5;
/** Pictures a second of a film that does not say it. */
const USUAL_FPS = 30;
const USUAL_HZ = 48_000;

/**
 * Whatever is reversed lies in memory as a whole.
 *
 * @param info - of the result
 * @throws {AppError} OPTION_INVALID with the number of seconds that fit
 */
export function refuseTooLong(info: MediaInfo, container: FfmpegWrite, options: MediaOptions): void {
  if (!options.reverse) return;
  const { durationMs = Number.POSITIVE_INFINITY, tracks } = info;
  const bytesASecond = tracks.map(({ kind, isCover, ...track }) => {
    if (kind === 'audio') return (track.sampleRateHz ?? USUAL_HZ) * (track.channels ?? 2) * SAMPLE_BYTES;
    if (kind !== 'video' || isCover || !container.video) return 0;
    const { widthPx = 0, heightPx = 0 } = track;
    return widthPx * heightPx * PIXEL_BYTES * (options.fps ?? USUAL_FPS);
  });
  const seconds = MAX_REVERSED_BYTES / bytesASecond.reduce((sum, bytes) => sum + bytes, 1);
  if (durationMs / 1_000 <= seconds) return;
  throw new AppError('OPTION_INVALID', {
    field: 'reverse',
    rule: `for at most ${Math.floor(seconds)} s of this file, which a start and an end can choose`,
  });
}

/**
 * Options before `-i`: ffmpeg decodes from a point before the start and shows nothing before it.
 *
 * @param cutsSamples - the start is cut by {@link soundFilters}: many formats of sound have no index of their times
 */
export function timeArguments({ start = 0, end }: MediaOptions, cutsSamples: boolean): string[] {
  const skipped = cutsSamples ? 0 : start;
  return [
    ...(skipped > 0 ? ['-ss', `${skipped}`] : []),
    ...(end === undefined ? [] : ['-t', `${end - skipped}`]),
  ];
}

/** @param lengthMs - of the result; without it nothing can fade out */
export function soundFilters(
  options: MediaOptions,
  lengthMs: number | undefined,
  cutsSamples: boolean,
): string[] {
  const { start = 0, volume = 0, fadeIn = 0, fadeOut = 0, speed = 1, channels } = options;
  return [
    ...(cutsSamples && start > 0 ? [`atrim=start=${start}`, 'asetpts=PTS-STARTPTS'] : []),
    ...(speed === 1 ? [] : [`atempo=${speed}`]),
    ...(options.reverse ? ['areverse'] : []),
    ...(channels === undefined ? [] : [`aformat=channel_layouts=${channels}`]),
    ...toneFilters(options),
    ...(volume === 0 ? [] : [`volume=${volume}dB`]),
    ...fades('afade', fadeIn, fadeOut, lengthMs),
    ...delayFilters(options, lengthMs),
  ];
}

/** The sound stays as long as the pictures. */
function delayFilters({ audioDelay = 0 }: MediaOptions, lengthMs: number | undefined): string[] {
  if (audioDelay === 0) return [];
  const seconds = lengthMs === undefined ? undefined : (lengthMs / 1_000).toFixed(3);
  if (audioDelay > 0)
    return [`adelay=${audioDelay}:all=1`, ...(seconds === undefined ? [] : [`atrim=end=${seconds}`])];
  const isCut = [`atrim=start=${-audioDelay / 1_000}`, 'asetpts=PTS-STARTPTS'];
  return [...isCut, ...(seconds === undefined ? [] : [`apad=whole_dur=${seconds}`])];
}

/** @param isEven - colours have half the resolution */
export function pictureFilters(
  options: MediaOptions,
  lengthMs: number | undefined,
  isEven: boolean,
): string[] {
  const { fadeIn = 0, fadeOut = 0, speed = 1, fps } = options;
  return [
    ...strengthFilters('denoise', options),
    ...(changesShape(options) ? shapeFilters(options, isEven) : []),
    ...strengthFilters('sharpen', options),
    ...lookFilters(options),
    ...(speed === 1 ? [] : [`setpts=PTS/${speed}`]),
    ...(fps === undefined ? [] : [`fps=${fps}`]),
    ...(options.reverse ? ['reverse'] : []),
    ...fades('fade', fadeIn, fadeOut, lengthMs),
  ];
}

function fades(filter: string, fadeIn: number, fadeOut: number, lengthMs: number | undefined): string[] {
  const end = (lengthMs ?? 0) / 1_000;
  // A shorter result is quieter from its beginning, and ends in silence all the same.
  const outSeconds = Math.min(fadeOut, end);
  return [
    ...(fadeIn > 0 ? [`${filter}=t=in:st=0:d=${fadeIn}`] : []),
    ...(fadeOut > 0 && end > 0
      ? [`${filter}=t=out:st=${(end - outSeconds).toFixed(3)}:d=${outSeconds}`]
      : []),
  ];
}

const TURNS: Readonly<Record<number, readonly string[]>> = {
  90: ['transpose=clock'],
  180: ['hflip', 'vflip'],
  270: ['transpose=cclock'],
};
const MIRRORS: Readonly<Record<string, readonly string[]>> = { horizontal: ['hflip'], vertical: ['vflip'] };

function shapeFilters(options: MediaOptions, isEven: boolean): string[] {
  const { rotate = 0, mirror = 'none' } = options;
  return [
    // Sides are those of square pixels.
    'scale=trunc(iw*sar/2+0.5)*2:ih,setsar=1',
    ...(MIRRORS[mirror] ?? []),
    ...(TURNS[rotate] ?? []),
    ...cropFilter(options),
    ...shapeOfAspect(options),
    ...sizeFilters(options, isEven),
    ...(isEven ? ['crop=trunc(iw/2)*2:trunc(ih/2)*2:0:0'] : []),
  ];
}

function cropFilter({ cropLeft = 0, cropTop = 0, cropWidth, cropHeight }: MediaOptions): string[] {
  if (cropLeft === 0 && cropTop === 0 && cropWidth === undefined && cropHeight === undefined) return [];
  const side = (wanted: number | undefined, offset: number, name: 'iw' | 'ih') =>
    wanted === undefined ? `${name}-${offset}` : `min(${wanted}\\,${name}-${offset})`;
  return [
    `crop=${side(cropWidth, cropLeft, 'iw')}:${side(cropHeight, cropTop, 'ih')}:${cropLeft}:${cropTop}:exact=1`,
  ];
}

function sizeFilters(options: MediaOptions, isEven: boolean): string[] {
  const { width, height, fit = 'inside' } = options;
  if (width === undefined && height === undefined) return [];
  const free = isEven ? -2 : -1;
  const flags = 'flags=lanczos';
  if (width === undefined || height === undefined)
    return [`scale=${width ?? free}:${height ?? free}:${flags}`];
  const keeping = (side: 'decrease' | 'increase') =>
    `scale=${width}:${height}:force_original_aspect_ratio=${side}:${isEven ? 'force_divisible_by=2:' : ''}${flags}`;
  switch (fit) {
    case 'cover':
      return [keeping('increase'), `crop=${width}:${height}`];
    case 'pad':
      return [keeping('decrease'), `pad=${width}:${height}:(ow-iw)/2:(oh-ih)/2${groundOf(options)}`];
    case 'stretch':
      return [`scale=${width}:${height}:${flags}`, 'setsar=1'];
    default:
      return [keeping('decrease')];
  }
}
