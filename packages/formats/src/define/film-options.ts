import { z } from 'zod';
import type { PictureEncoder, PictureSetting, VideoTracks } from './media-engines.js';
import { more } from './shape-options.js';

/** A colour as `#rrggbb`. */
const COLOUR = /^#[0-9a-f]{6}$/i;
const percent = { unit: '%', ...more } as const;
const strength = z.int().min(0).max(100).default(0);
const tone = z.int().min(-100).max(100).default(0);

/** What can be done to pictures that move. */
export const pictureEdits = {
  aspect: z
    .enum(['16:9', '9:16', '4:3', '3:4', '1:1', '4:5', '21:9'])
    .optional()
    .describe('Shape of the result: with edges, or as the setting "fit" says. Left out, that of the source.')
    .meta(more),
  background: z
    .string()
    .regex(COLOUR)
    .optional()
    .describe('Colour of the edges beside the picture, as #rrggbb; black where none is given.')
    .meta({ ...more, examples: ['#336699'] }),
  brightness: tone.describe('-100 is black, 100 white.').meta(percent),
  contrast: tone.describe('-100 is one grey, 100 twice the contrast.').meta(percent),
  saturation: tone.describe('-100 has no colours, 100 twice as much.').meta(percent),
  gamma: z
    .number()
    .min(0.3)
    .max(3)
    .default(1)
    .describe('Above 1 dark parts become brighter, below 1 darker; black and white stay.')
    .meta(more),
  grey: z.boolean().default(false).describe('Shades of grey instead of colours.').meta(more),
  sharpen: strength.describe('0 leaves the picture as it is, 100 draws hard edges.').meta(percent),
  denoise: strength
    .describe('0 leaves the picture as it is, 100 removes strong noise and fine detail.')
    .meta(percent),
  deinterlace: z
    .enum(['auto', 'always', 'never'])
    .default('auto')
    .describe('Whether the two halves of television pictures become one: automatically, always, or never.')
    .meta(more),
};

/** Subtitles that become part of the pictures. */
export const burnSubtitles = {
  burnSubtitles: z
    .int()
    .min(1)
    .max(64)
    .optional()
    .describe(
      'Number of the subtitles of the file that are drawn into the pictures; only those that are text.',
    )
    .meta(more),
};

/** Which of several subtitles of the upload. */
export const subtitleTrack = {
  subtitleTrack: z
    .int()
    .min(1)
    .max(64)
    .optional()
    .describe('Number of the one text that is taken, if the file has several. Left out, all that fit.')
    .meta(more),
};

/** Marks of chapters. */
export const chapters = {
  chapters: z.enum(['keep', 'drop']).default('keep').describe('The marks of chapters.').meta(more),
};

/** Settings of encoders of pictures. */
const encoderSettings = {
  preset: z
    .enum(['fast', 'medium', 'slow'])
    .default('fast')
    .describe('A slower encoder makes a smaller file of the same quality.')
    .meta(more),
  videoBitrate: z
    .int()
    .min(50)
    .max(50_000)
    .optional()
    .describe('Size of a second of pictures, in place of the quality. Left out, the quality decides.')
    .meta({ unit: 'kbit/s', ...more }),
  profile: z
    .enum(['baseline', 'main', 'high'])
    .optional()
    .describe('Which players of H.264 can show it: baseline even the oldest. Left out, high.')
    .meta(more),
  colourDepth: z
    .literal([8, 10])
    .optional()
    .describe('Bits of a colour. 10 has finer shades, but fewer players show it. Left out, 8.')
    .meta({ unit: 'bit', ...more }),
  keyframes: z
    .number()
    .min(0.5)
    .max(20)
    .optional()
    .describe(
      'A whole picture at least each so many seconds: more of them make seeking quicker and files larger.',
    )
    .meta({ unit: 's', ...more }),
} satisfies Record<PictureSetting, z.ZodType>;

/** Settings of animations. */
const animationSettings = {
  loop: z.int().min(0).max(100).default(0).describe('How often it plays; 0 is without end.').meta(more),
  // ffmpeg's palettegen has no fewer.
  colours: z.int().min(4).max(256).default(256).describe('Fewer colours make a smaller file.').meta(more),
  dither: z
    .enum(['ordered', 'diffusion', 'none'])
    .default('ordered')
    .describe('How colours that are missing are mixed: in a pattern, spread, or not at all.')
    .meta(more),
};

/** For types: all settings that encoders of pictures have. */
export const allPictureSettings = {
  ...encoderSettings,
  ...animationSettings,
  videoCodec: z.string().optional(),
};

/** The encoders that can write a format. */
export const pictureEncodersOf = ({ codecs, encoder }: VideoTracks): readonly PictureEncoder[] =>
  codecs ? Object.values(codecs) : [encoder];

/** Settings of the encoders of a format: what none of them has is not offered. */
export function pictureEncoderOptions(video: VideoTracks, loops: boolean): Record<string, z.ZodType> {
  const has = new Set(pictureEncodersOf(video).flatMap((encoder) => encoder.has ?? []));
  const { loop, ...palette } = animationSettings;
  return {
    ...(video.codecs && {
      videoCodec: z
        .enum(Object.keys(video.codecs))
        .optional()
        .describe('How pictures are stored. Left out, as in the source where the format allows.')
        .meta(more),
    }),
    ...Object.fromEntries(
      Object.entries(encoderSettings).filter(([name]) => has.has(name as PictureSetting)),
    ),
    ...(loops && { loop }),
    ...(video.encoder.paletteOf && palette),
  };
}

/** How long a picture is shown, ms; GIF counts in hundredths of a second, and players slow down what is shorter. */
export const pictureTimeOptions = (byDefaultMs: number) =>
  z.strictObject({
    frameMs: z
      .int()
      .min(20)
      .max(60_000)
      .multipleOf(10)
      .default(byDefaultMs)
      .describe('Milliseconds for which each picture is shown.')
      .meta({ unit: 'ms' }),
  });

/** Of a film that is made of slides: as long as one takes to read. */
export const slideshowOptions = pictureTimeOptions(3_000);
