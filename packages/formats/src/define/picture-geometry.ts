import type { PictureOptions } from './picture-options.js';

/** In pixels. */
export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/** A part of a picture, from its top left corner. */
interface PicturePart extends PictureSize {
  readonly left: number;
  readonly top: number;
}

type CropOptions = Pick<PictureOptions, 'cropLeft' | 'cropTop' | 'cropWidth' | 'cropHeight'>;

/**
 * The part of a picture that stays; undefined if nobody asked for one.
 *
 * @param unit - pixels of the picture for each of the settings: a drawing may be drawn larger
 * @param refuse - for a part outside the picture, by the name of the setting
 */
export function partOf(
  { cropLeft, cropTop, cropWidth, cropHeight }: CropOptions,
  { width, height }: PictureSize,
  unit: number,
  refuse: (setting: string) => never,
): PicturePart | undefined {
  if ([cropLeft, cropTop, cropWidth, cropHeight].every((crop) => crop === undefined)) return undefined;
  const [left, top] = [Math.round((cropLeft ?? 0) * unit), Math.round((cropTop ?? 0) * unit)];
  if (left >= width) refuse('cropLeft');
  if (top >= height) refuse('cropTop');
  return {
    ...{ left, top },
    width: Math.min(width - left, Math.max(1, Math.round((cropWidth ?? width) * unit))),
    height: Math.min(height - top, Math.max(1, Math.round((cropHeight ?? height) * unit))),
  };
}

type SizeOptions = Pick<PictureOptions, 'width' | 'height' | 'fit' | 'enlarge'>;

/** Size of the result. With one side, or inside of both, the proportions stay. */
export function sizeAfter({ width, height, fit, enlarge }: SizeOptions, part: PictureSize): PictureSize {
  if (width === undefined && height === undefined) return part;
  const scales = [
    (width ?? Number.POSITIVE_INFINITY) / part.width,
    (height ?? Number.POSITIVE_INFINITY) / part.height,
  ];
  const isFree = width === undefined || height === undefined || fit === 'inside';
  const scale = Math.min(...scales);
  if (!enlarge && (isFree ? scale : Math.max(...scales)) > 1) return part;
  if (!isFree) return { width, height };
  return {
    width: Math.max(1, Math.round(part.width * scale)),
    height: Math.max(1, Math.round(part.height * scale)),
  };
}

/** sharp's words for the ways to fit a picture into a size; that of `inside` is computed by {@link sizeAfter}. */
export const FITS = { inside: 'fill', cover: 'cover', pad: 'contain', stretch: 'fill' } as const;
