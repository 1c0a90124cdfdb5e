import { AppError } from '@filemill/errors';
import type { MediaInfo, MediaOptions } from '@filemill/formats';

/** Below this many milliseconds nothing would be left. */
const LEAST_MS = 50;

const isTrimmed = ({ start = 0, end }: MediaOptions): boolean => start > 0 || end !== undefined;

/** Whether the user wants other samples than those of the upload, so that sound cannot be copied. */
export const changesSound = (options: MediaOptions): boolean => {
  const { volume = 0, fadeIn = 0, fadeOut = 0, speed = 1, channels } = options;
  return (
    isTrimmed(options) || volume !== 0 || fadeIn > 0 || fadeOut > 0 || speed !== 1 || channels !== undefined
  );
};

/** Whether the user wants other pixels, or other pictures, than those of the upload. */
export const changesPictures = (options: MediaOptions): boolean => {
  const { fadeIn = 0, fadeOut = 0, speed = 1, fps } = options;
  return (
    isTrimmed(options) ||
    fadeIn > 0 ||
    fadeOut > 0 ||
    speed !== 1 ||
    fps !== undefined ||
    changesShape(options)
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
}: MediaOptions): boolean =>
  rotate !== 0 ||
  mirror !== 'none' ||
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
  { start = 0, volume = 0, fadeIn = 0, fadeOut = 0, speed = 1, channels }: MediaOptions,
  lengthMs: number | undefined,
  cutsSamples: boolean,
): string[] {
  return [
    ...(cutsSamples && start > 0 ? [`atrim=start=${start}`, 'asetpts=PTS-STARTPTS'] : []),
    ...(speed === 1 ? [] : [`atempo=${speed}`]),
    ...(channels === undefined ? [] : [`aformat=channel_layouts=${channels}`]),
    ...(volume === 0 ? [] : [`volume=${volume}dB`]),
    ...fades('afade', fadeIn, fadeOut, lengthMs),
  ];
}

/** @param isEven - colours have half the resolution */
export function pictureFilters(
  options: MediaOptions,
  lengthMs: number | undefined,
  isEven: boolean,
): string[] {
  const { fadeIn = 0, fadeOut = 0, speed = 1, fps } = options;
  return [
    ...(changesShape(options) ? shapeFilters(options, isEven) : []),
    ...(speed === 1 ? [] : [`setpts=PTS/${speed}`]),
    ...(fps === undefined ? [] : [`fps=${fps}`]),
    ...fades('fade', fadeIn, fadeOut, lengthMs),
  ];
}

function fades(filter: string, fadeIn: number, fadeOut: number, lengthMs: number | undefined): string[] {
  const end = (lengthMs ?? 0) / 1_000;
  const outAt = Math.max(0, end - fadeOut);
  return [
    ...(fadeIn > 0 ? [`${filter}=t=in:st=0:d=${fadeIn}`] : []),
    ...(fadeOut > 0 && end > 0 ? [`${filter}=t=out:st=${outAt.toFixed(3)}:d=${fadeOut}`] : []),
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

function sizeFilters({ width, height, fit = 'inside' }: MediaOptions, isEven: boolean): string[] {
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
      return [keeping('decrease'), `pad=${width}:${height}:(ow-iw)/2:(oh-ih)/2`];
    case 'stretch':
      return [`scale=${width}:${height}:${flags}`, 'setsar=1'];
    default:
      return [keeping('decrease')];
  }
}
