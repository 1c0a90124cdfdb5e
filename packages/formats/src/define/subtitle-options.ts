import { z } from 'zod';
import type { SubtitleFormat } from './document-engines.js';
import type { BrokenRule } from './media-rules.js';
import { more } from './shape-options.js';

/** An hour: more is another film. */
const MAX_SHIFT_SECONDS = 3_600;
/** Pictures a second of films and television. */
const FILM_FPS = [23.976, 24, 25, 29.97, 30, 50, 59.94, 60] as const;
const fps = z.literal([...FILM_FPS]).optional();

const times = {
  shift: z
    .number()
    .min(-MAX_SHIFT_SECONDS)
    .max(MAX_SHIFT_SECONDS)
    .default(0)
    .describe('Seconds by which every text comes later, or earlier below zero.')
    .meta({ unit: 's' }),
  fromFps: fps
    .describe('Pictures a second of the film that the subtitles were made for; together with "toFps".')
    .meta(more),
  toFps: fps
    .describe('Pictures a second of the film that they are shown with: their times are stretched to it.')
    .meta(more),
};

const encoding = {
  encoding: z
    .enum(['utf-8', 'utf-8-bom', 'utf-16'])
    .default('utf-8')
    .describe('How letters are stored: old players need utf-8-bom or utf-16 for letters other than English.')
    .meta(more),
};

/** Formats that are UTF-8 by their own rules, or say so themselves. */
const ALWAYS_UTF8: readonly SubtitleFormat[] = ['vtt', 'ttml', 'text'];

/** Settings of the engine `subtitles` for a format that it writes. */
export function subtitleOptions(writer: SubtitleFormat): z.ZodObject | undefined {
  const shape = { ...(writer !== 'text' && times), ...(!ALWAYS_UTF8.includes(writer) && encoding) };
  return Object.keys(shape).length === 0 ? undefined : z.strictObject(shape);
}

const allOptions = z.strictObject({ ...times, ...encoding });

/** All settings of the engine; an output has some of them. */
export type SubtitleOptions = Partial<z.infer<typeof allOptions>>;

/** Two speeds are needed to stretch the times. */
export function subtitleRule({ fromFps, toFps }: SubtitleOptions): BrokenRule | undefined {
  if (fromFps === toFps && fromFps !== undefined) return { field: 'toFps', rule: 'other than the first' };
  if (fromFps !== undefined && toFps === undefined) return { field: 'toFps', rule: 'together with fromFps' };
  if (toFps !== undefined && fromFps === undefined) return { field: 'fromFps', rule: 'together with toFps' };
  return undefined;
}
