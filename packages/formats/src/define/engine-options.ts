import { z } from 'zod';
import { bookOptions } from './book-options.js';
import type { PopplerWrite } from './document-engines.js';
import {
  officePdfOptions,
  pageDrawingOptions,
  pagePictureOptions,
  pageTextOptions,
  printOptions,
  sheetPageOptions,
  slidePageOptions,
  writerPageOptions,
  writerPdfOptions,
} from './document-options.js';
import type { EngineId } from './engines.js';
import { pictureEncoderOptions, slideshowOptions } from './film-options.js';
import { fontOptions } from './font-options.js';
import type { FormatSpec } from './format.js';
import { markupOptions } from './markup-options.js';
import { type FfmpegWrite, holdsOnlyText } from './media-engines.js';
import { filmOptions, fpsOption, movingPictureOptions, soundOptions, textOptions } from './media-options.js';
import { type BrokenRule, mediaRule } from './media-rules.js';
import { entryOptions, lossyImageOptions } from './options.js';
import { pageOptions, pictureOptions } from './picture-options.js';
import { heldOptions, retouchOptions } from './retouch-options.js';
import { soundEncoderOptions } from './sound-options.js';
import { subtitleOptions, subtitleRule } from './subtitle-options.js';
import { dataOptions, sheetCsvOptions } from './table-options.js';
import { tagOptions } from './tag-options.js';

/** What decides which settings of an engine have an effect. */
interface Use {
  readonly from: FormatSpec;
  /** Nothing follows: what is written is what the user gets. */
  readonly isFinal: boolean;
}

/** Settings that an engine has for every output, beside those of the formats. */
export const ENGINE_OPTIONS: {
  readonly [E in EngineId]?: (output: FormatSpec, use: Use) => z.ZodObject | undefined;
} = {
  sharp: pictureOptionsOf,
  ffmpeg: mediaOptionsOf,
  archive: ({ category }, { isFinal }) => (isFinal && category === 'archive' ? entryOptions : undefined),
  calibre: ({ write }, { isFinal }) => (isFinal && write?.calibre ? bookOptions(write.calibre) : undefined),
  chromium: () => printOptions,
  data: ({ write }, { from, isFinal }) =>
    dataOptions(from.read?.data?.reader, isFinal ? write?.data?.writer : undefined),
  fonttools: () => fontOptions,
  libreoffice: officeOptionsOf,
  pandoc: ({ write }, { isFinal }) => (isFinal && write?.pandoc ? markupOptions(write.pandoc) : undefined),
  slideshow: () => slideshowOptions,
  subtitles: ({ write }) => write?.subtitles && subtitleOptions(write.subtitles.writer),
  poppler: ({ write }, { isFinal }) => write?.poppler && pageOptionsOf(write.poppler, isFinal),
};

/** Only these of an input decide which settings there are, so that inputs share their schemas. */
export const kindOf = (engine: EngineId, { read }: FormatSpec): string =>
  (engine === 'data' ? read?.data?.reader : read?.[engine]?.as) ?? '';

const OFFICE_PAGES = {
  writer: writerPageOptions,
  calc: sheetPageOptions,
  impress: slidePageOptions,
  draw: undefined,
  page: undefined,
} as const;

/** Pages keep their layout in everything that is made of a PDF; the rest belongs to the PDF itself. */
function officeOptionsOf({ id }: FormatSpec, { from, isFinal }: Use): z.ZodObject | undefined {
  const kind = from.read?.libreoffice?.as;
  if (id === 'csv') return isFinal ? sheetCsvOptions : undefined;
  if (id !== 'pdf' || !kind) return undefined;
  const pages = OFFICE_PAGES[kind];
  const whole = kind === 'writer' ? writerPdfOptions : officePdfOptions;
  const file = isFinal ? whole : undefined;
  return pages && file ? pages.extend(file.shape) : (pages ?? file);
}

function pageOptionsOf({ as, quality }: PopplerWrite, isFinal: boolean): z.ZodObject | undefined {
  if (as === 'text') return pageTextOptions;
  // PostScript has all pages in one file, of which poppler leaves none out in the middle.
  if (as === 'ps') return undefined;
  if (as === 'svg' || as === 'eps') return pageDrawingOptions;
  const pictures = pagePictureOptions.extend(pageOptions.shape);
  if (quality === undefined || !isFinal) return pictures;
  return lossyImageOptions(quality).extend(pictures.shape);
}

/** What a picture holds is chosen with its format, its pixels always. */
function pictureOptionsOf(output: FormatSpec, { isFinal }: Use): z.ZodObject {
  return pictureOptions.extend(heldOptions(output, isFinal).shape).extend(retouchOptions.shape);
}

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
    ...(video?.encoder.maxFrameRate && { fps: fpsOption(video.encoder.maxFrameRate) }),
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
