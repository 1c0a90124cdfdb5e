import { z } from 'zod';
import { allPictureSettings, burnSubtitles, chapters, pictureEdits, subtitleTrack } from './film-options.js';
import { cropOptions, more, sizeOptions, turnOptions } from './shape-options.js';
import {
  audioDelay,
  audioTrack,
  encoderSettings,
  reverse,
  silenceEdits,
  soundEdits,
} from './sound-options.js';
import { tagOptions } from './tag-options.js';

/** Four hours, the longest that is accepted: docs/security.md, limits. */
const MAX_SECONDS = 14_400;
const MAX_FADE_SECONDS = 60;
/** Of a side of the result: product limits of video. */
const MAX_SIDE_PX = 4_096;

const seconds = { unit: 's' } as const;
const side = z.int().min(16).max(MAX_SIDE_PX);
/** Of an upload, which may be larger. */
const MAX_CROP_PX = 8_192;
const cropSide = z.int().min(16).max(MAX_CROP_PX);

const times = {
  start: z
    .number()
    .min(0)
    .max(MAX_SECONDS)
    .default(0)
    .describe('Seconds from the beginning; what is before is cut off.')
    .meta(seconds),
  end: z
    .number()
    .min(0.1)
    .max(MAX_SECONDS)
    .optional()
    .describe('Seconds from the beginning; what is after is cut off.')
    .meta(seconds),
};

/** Settings of sound, whatever its container. */
const soundShape = {
  volume: z
    .number()
    .min(-30)
    .max(30)
    .default(0)
    .describe('Decibels louder or quieter; 6 is about twice as loud.')
    .meta({ unit: 'dB' }),
  fadeIn: z
    .number()
    .min(0)
    .max(MAX_FADE_SECONDS)
    .default(0)
    .describe('Seconds of a slow beginning.')
    .meta({ ...seconds, ...more }),
  fadeOut: z
    .number()
    .min(0)
    .max(MAX_FADE_SECONDS)
    .default(0)
    .describe('Seconds of a slow end.')
    .meta({ ...seconds, ...more }),
  speed: z.number().min(0.5).max(4).default(1).describe('2 is twice as fast; the pitch stays.').meta(more),
  channels: z.enum(['mono', 'stereo']).optional().describe('Left out, those of the source.').meta(more),
  ...soundEdits,
  ...audioTrack,
};

/** Pictures a second: product limits of video. */
const MAX_FPS = 120;
/** @param most - pictures a second that an encoder writes */
export const fpsOption = (most = MAX_FPS) =>
  z
    .number()
    .min(1)
    .max(Math.min(most, MAX_FPS))
    .optional()
    .describe('Pictures a second. Left out, those of the source.')
    .meta(more);

/** Settings of a video's pictures: they are mirrored, turned, cropped and resized, in this order. */
const pictureShape = {
  ...sizeOptions(side),
  fps: fpsOption(),
  ...turnOptions,
  ...cropOptions(cropSide, MAX_CROP_PX),
  ...pictureEdits,
  ...burnSubtitles,
};

const keepOrDrop = z.enum(['keep', 'drop']).default('keep');
const metadata = {
  metadata: z
    .enum(['keep', 'strip'])
    .default('keep')
    .describe('Whether title, artist, date, place and other texts stay in the file.')
    .meta(more),
};

/** Settings of sound. */
export const soundOptions = z.strictObject({
  ...times,
  ...soundShape,
  ...silenceEdits,
  ...reverse,
  ...metadata,
  ...chapters,
  cover: keepOrDrop.describe('The picture of the album.').meta(more),
});

/** Settings of pictures that move, without sound. */
export const movingPictureOptions = z.strictObject({
  ...times,
  ...pictureShape,
  speed: soundShape.speed,
  ...reverse,
});

/** Settings of video with sound. */
export const filmOptions = z.strictObject({
  ...times,
  ...pictureShape,
  // Colours of most video have half the resolution.
  ...sizeOptions(side.multipleOf(2)),
  ...soundShape,
  ...audioDelay,
  ...reverse,
  ...metadata,
  ...chapters,
  sound: keepOrDrop.describe('The sound of a video.').meta(more),
  subtitles: keepOrDrop.describe('The subtitles of a video.').meta(more),
  ...subtitleTrack,
});

/** Settings of subtitles that are taken out of a video. */
export const textOptions = z.strictObject({ ...subtitleTrack });

const ofEncodersAndTags = z.strictObject({ ...encoderSettings, ...allPictureSettings, ...tagOptions });

/** All settings of the engine `ffmpeg`; an output has some of them. */
export type MediaOptions = Partial<
  z.infer<typeof filmOptions> & z.infer<typeof soundOptions> & z.infer<typeof ofEncodersAndTags>
>;
