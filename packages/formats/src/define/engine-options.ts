import { z } from 'zod';
import type { EngineId } from './engines.js';
import { pictureEncoderOptions } from './film-options.js';
import type { FormatSpec } from './format.js';
import { type FfmpegWrite, holdsOnlyText } from './media-engines.js';
import { filmOptions, movingPictureOptions, soundOptions, textOptions } from './media-options.js';
import { type BrokenRule, mediaRule } from './media-rules.js';
import { pictureOptions } from './picture-options.js';
import { soundEncoderOptions } from './sound-options.js';
import { subtitleOptions, subtitleRule } from './subtitle-options.js';
import { tagOptions } from './tag-options.js';

/** Settings that an engine has for every output, beside those of the formats. */
export const ENGINE_OPTIONS: { readonly [E in EngineId]?: (output: FormatSpec) => z.ZodObject | undefined } =
  {
    sharp: () => pictureOptions,
    ffmpeg: mediaOptionsOf,
    subtitles: ({ write }) => write?.subtitles && subtitleOptions(write.subtitles.writer),
  };

/** Settings that contradict each other. */
export type OptionRule = (options: Readonly<Record<string, unknown>>) => BrokenRule | undefined;

/** The rules of an engine's settings for an output. */
export const ENGINE_RULES: { readonly [E in EngineId]?: (output: FormatSpec) => OptionRule | undefined } = {
  ffmpeg: ({ write }) => write?.ffmpeg && mediaRule(write.ffmpeg),
  subtitles: () => subtitleRule,
};

/** Of what a format holds: sound, pictures or both; of subtitles, which one. */
function mediaOptionsOf({ write }: FormatSpec): z.ZodObject | undefined {
  const container: FfmpegWrite | undefined = write?.ffmpeg;
  if (!container) return undefined;
  if (holdsOnlyText(container)) return textOptions;
  const { video, audio, tags = [] } = container;
  const hasSound = audio.maxTracks > 0;
  const edits = video ? (hasSound ? filmOptions : movingPictureOptions) : soundOptions;
  const without = withoutEffect(container);
  const shape = Object.entries(edits.shape).filter(([name]) => !without.includes(name));
  return z.strictObject({
    ...Object.fromEntries(shape),
    ...(video && pictureEncoderOptions(video, container.playsArgs !== undefined)),
    ...(hasSound && soundEncoderOptions(audio, video !== undefined)),
    ...Object.fromEntries(tags.map((tag) => [tag, tagOptions[tag]])),
  });
}

/** A setting without effect misleads. */
const withoutEffect = ({ video, audio, subtitles, holdsChapters }: FfmpegWrite): readonly string[] => [
  ...(audio.maxChannels < 2 ? ['channels'] : []),
  ...(video?.encoder.frameRate === undefined ? [] : ['fps']),
  ...(holdsChapters ? [] : ['chapters']),
  ...(subtitles ? [] : ['subtitleTrack']),
];
