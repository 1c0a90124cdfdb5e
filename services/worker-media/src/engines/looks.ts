import type { MediaOptions } from '@filemill/formats';

const PERCENT = 100;
/** ffmpeg's `unsharp` draws halos above this. */
const MAX_SHARPEN = 3;
/** ffmpeg's `hqdn3d` smears above this. */
const MAX_DENOISE = 16;

/** Whether the user wants other colours, another sharpness, or letters in the pictures. */
export const changesLook = (options: MediaOptions): boolean => {
  const { sharpen = 0, denoise = 0, deinterlace = 'auto', burnSubtitles } = options;
  return (
    lookFilters(options).length > 0 ||
    sharpen > 0 ||
    denoise > 0 ||
    deinterlace === 'always' ||
    burnSubtitles !== undefined
  );
};

/** Filters of light and colours. */
export function lookFilters(options: MediaOptions): string[] {
  const { brightness = 0, contrast = 0, saturation = 0, gamma = 1, grey = false } = options;
  const settings = [
    ...(brightness === 0 ? [] : [`brightness=${brightness / PERCENT}`]),
    ...(contrast === 0 ? [] : [`contrast=${1 + contrast / PERCENT}`]),
    ...(grey ? ['saturation=0'] : saturation === 0 ? [] : [`saturation=${1 + saturation / PERCENT}`]),
    ...(gamma === 1 ? [] : [`gamma=${gamma}`]),
  ];
  return settings.length === 0 ? [] : [`eq=${settings.join(':')}`];
}

/** Noise is removed before the size changes, and edges are drawn after it. */
export function strengthFilters(kind: 'sharpen' | 'denoise', options: MediaOptions): string[] {
  const strength = (options[kind] ?? 0) / PERCENT;
  if (strength === 0) return [];
  return kind === 'sharpen'
    ? [`unsharp=5:5:${(strength * MAX_SHARPEN).toFixed(2)}:5:5:0`]
    : [`hqdn3d=${(strength * MAX_DENOISE).toFixed(2)}`];
}

/** The end of a filter that draws edges. */
export const groundOf = ({ background }: MediaOptions): string =>
  background === undefined ? '' : `:color=0x${background.slice(1)}`;

/** A picture of another shape: with edges, without what is too much, or pulled. */
export function shapeOfAspect(options: MediaOptions): string[] {
  const { aspect, fit = 'inside' } = options;
  if (aspect === undefined) return [];
  const ratio = aspect.replace(':', '/');
  const larger = `w=max(iw\\,ih*${ratio}):h=max(ih\\,iw/(${ratio}))`;
  if (fit === 'cover') return [`crop=w=min(iw\\,ih*${ratio}):h=min(ih\\,iw/(${ratio}))`];
  if (fit === 'stretch') return [`scale=${larger}:flags=lanczos`, 'setsar=1'];
  return [`pad=${larger}:x=(ow-iw)/2:y=(oh-ih)/2${groundOf(options)}`];
}
