import { z } from 'zod';
import type { EngineId } from './engines.js';
import type { FormatSpec } from './format.js';
import { holdsOnlyText } from './media-engines.js';
import { filmOptions, movingPictureOptions, soundOptions } from './media-options.js';
import { pageOptions, pictureOptions } from './picture-options.js';

/** Settings that an engine has for every output, beside those of the formats. */
export const ENGINE_OPTIONS: { readonly [E in EngineId]?: (output: FormatSpec) => z.ZodObject | undefined } =
  {
    sharp: () => pictureOptions,
    ffmpeg: mediaOptionsOf,
    poppler: pageOptionsOf,
  };

/** Of what a format holds: sound, pictures or both; none for subtitles. */
function mediaOptionsOf({ write }: FormatSpec): z.ZodObject | undefined {
  const container = write?.ffmpeg;
  if (!container || holdsOnlyText(container)) return undefined;
  const { video, audio } = container;
  const all = video ? (audio.maxTracks === 0 ? movingPictureOptions : filmOptions) : soundOptions;
  // A setting without effect misleads.
  const without = [
    ...(audio.maxChannels < 2 ? ['channels'] : []),
    ...(video?.encoder.frameRate === undefined ? [] : ['fps']),
  ];
  const shape = Object.entries(all.shape).filter(([name]) => !without.includes(name));
  return z.strictObject(Object.fromEntries(shape));
}

/** What poppler writes that is no picture: text, and lines that have no pixels. */
const WITHOUT_PIXELS: readonly unknown[] = ['text', 'svg', 'eps', 'ps'];

function pageOptionsOf({ write }: FormatSpec): z.ZodObject | undefined {
  return WITHOUT_PIXELS.includes(write?.poppler?.as) ? undefined : pageOptions;
}
