import type { RetouchOptions } from '@filemill/formats';
import type { Metadata, Sharp } from 'sharp';

/** The middle of the grey values, around which contrast turns. */
const MIDDLES: Readonly<Record<string, number>> = { uchar: 128, ushort: 32_768 };
/** Colours of a border may differ by this, as those of a JPEG do. */
const TRIM_THRESHOLD = 20;
/** Of a Gaussian, by the setting from 1 to 10. */
const SHARPEN_STEP = 0.3;
const LEAST_SIGMA = 0.3;

/** Whether the user wants other colours, other edges or no border. */
export const isRetouched = (wanted: RetouchOptions): boolean =>
  wanted.trim ||
  [wanted.brightness, wanted.contrast, wanted.saturation].some((percent) => percent !== 0) ||
  wanted.gamma !== 1 ||
  wanted.autoLevels ||
  [wanted.sharpen, wanted.blur, wanted.despeckle].some((strength) => strength !== 0) ||
  wanted.invert;

/** Without an even border; a picture of one colour stays. @param finish - ends what was asked of the picture so far */
export const trimmed = (
  picture: Sharp,
  { trim }: RetouchOptions,
  finish: (picture: Sharp) => Promise<Sharp>,
): Promise<Sharp> | Sharp => (trim ? finish(picture.trim({ threshold: TRIM_THRESHOLD })) : picture);

/** Adds the changes to those of the shape; sharp does them after those, whatever the order of its calls. */
export function retouched(picture: Sharp, wanted: RetouchOptions, { depth }: Pick<Metadata, 'depth'>): Sharp {
  let made = picture;
  if (wanted.despeckle !== 0) made = made.median(wanted.despeckle);
  if (wanted.blur !== 0) made = made.blur(Math.max(LEAST_SIGMA, wanted.blur));
  if (wanted.sharpen !== 0)
    made = made.sharpen({ sigma: LEAST_SIGMA + (SHARPEN_STEP * wanted.sharpen) / 10 });
  if (wanted.gamma !== 1) made = made.gamma(1, wanted.gamma);
  if (wanted.brightness !== 0 || wanted.saturation !== 0)
    made = made.modulate({
      brightness: 1 + wanted.brightness / 100,
      // A colour without light would still be one: it fades with the light, and black is black.
      saturation: (1 + wanted.saturation / 100) * Math.min(1, 1 + wanted.brightness / 100),
    });
  if (wanted.contrast !== 0) {
    const factor = 1 + wanted.contrast / 100;
    made = made.linear(factor, (MIDDLES[depth] ?? 128) * (1 - factor));
  }
  if (wanted.autoLevels) made = made.normalise();
  return wanted.invert ? made.negate({ alpha: false }) : made;
}
