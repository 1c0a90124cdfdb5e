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
  wordOptions,
  writerPageOptions,
  writerPdfOptions,
} from './document-options.js';
import { packingOptions } from './encoder-options.js';
import type { EngineId } from './engines.js';
import { pictureEncoderOptions, slideshowOptions } from './film-options.js';
import { fontOptions } from './font-options.js';
import type { FormatSpec, Use } from './format.js';
import type { PicturePacker } from './image-engines.js';
import { markupOptions } from './markup-options.js';
import { type FfmpegWrite, holdsOnlyText } from './media-engines.js';
import { filmOptions, fpsOption, movingPictureOptions, soundOptions, textOptions } from './media-options.js';
import { type BrokenRule, mediaRule, meetsSize } from './media-rules.js';
import { entryOptions, lossyImageOptions, targetSize } from './options.js';
import { pageOptions, pictureOptions } from './picture-options.js';
import { heldByPictures, heldOptions, mayMove, retouchOptions } from './retouch-options.js';
import { soundEncoderOptions } from './sound-options.js';
import { subtitleOptions, subtitleRule } from './subtitle-options.js';
import { dataOptions, sheetCsvOptions } from './table-options.js';
import { tagOptions } from './tag-options.js';

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
  pages: () => wordOptions,
  pandoc: ({ write }, { isFinal }) => (isFinal && write?.pandoc ? markupOptions(write.pandoc) : undefined),
  slideshow: () => slideshowOptions,
  subtitles: ({ write }) => write?.subtitles && subtitleOptions(write.subtitles.writer),
  poppler: ({ write }, { isFinal }) => write?.poppler && pageOptionsOf(write.poppler, isFinal),
};

/** Only these of an input decide which settings there are, so that inputs share their schemas. */
export function kindOf(engine: EngineId, from: FormatSpec): string {
  const { read } = from;
  const kind = (engine === 'data' ? read?.data?.reader : read?.[engine]?.as) ?? '';
  if (engine === 'sharp')
    return [kind, mayMove(from), hasPages(from), packerOfUpload(from)?.program].join(' ');
  return engine === 'ffmpeg' ? `${kind} ${hasSeveralSounds(from)}` : kind;
}

/** The program that makes a file of a format smaller without decoding it. */
const packerOfUpload = ({ write }: FormatSpec): PicturePacker | undefined => {
  const packer = write?.sharp?.packer;
  return packer?.packs === 'upload' ? packer : undefined;
};
const hasPages = ({ read }: FormatSpec): boolean => read?.sharp?.hasPages === true;
/** What ffmpeg does not write may hold anything. */
const hasSeveralSounds = ({ write }: FormatSpec): boolean => {
  const container: FfmpegWrite | undefined = write?.ffmpeg;
  return container === undefined || container.audio.maxTracks > 1;
};

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
function pictureOptionsOf(output: FormatSpec, use: Use): z.ZodObject {
  const { holds = [], saver } = output.write?.sharp ?? {};
  // A photo lies in a PDF as it is.
  const keepsMaker = holds.includes('metadata') || holds.includes('XMP') || saver === 'own document';
  const without = {
    ...(!keepsMaker && { metadata: true as const }),
    ...(!mayMove(use.from) && !hasPages(use.from) && { frames: true as const }),
  };
  return pictureOptions.omit(without).extend({
    ...(use.from === output && packerOfUpload(output) && packingOptions.shape),
    ...heldOptions(output, use).shape,
    ...retouchOptions.shape,
  });
}

/** What is packed as it is cannot change: every setting that the packer does not know has to be left as it is. */
function packingRule(output: FormatSpec): OptionRule | undefined {
  const packer = packerOfUpload(output);
  if (!packer) return undefined;
  const schemas = [output.write?.sharp?.options, pictureOptions, retouchOptions, heldByPictures];
  const defaults: Readonly<Record<string, unknown>> = Object.assign(
    {},
    ...schemas.map((schema) => schema?.parse({})),
  );
  const known = ['lossless', ...(packer.obeys ?? [])];
  return (options) => {
    if (options.lossless !== true) return undefined;
    const field = Object.keys(options).find(
      (name) => !known.includes(name) && options[name] !== undefined && options[name] !== defaults[name],
    );
    return field === undefined ? undefined : { field, rule: 'not with lossless, which changes nothing' };
  };
}

/** Settings that contradict each other. */
export type OptionRule = (options: Readonly<Record<string, unknown>>) => BrokenRule | undefined;

/** The rules of an engine's settings for an output. */
export const ENGINE_RULES: { readonly [E in EngineId]?: (output: FormatSpec) => OptionRule | undefined } = {
  sharp: packingRule,
  ffmpeg: ({ write }) => write?.ffmpeg && mediaRule(write.ffmpeg),
  libreoffice: ({ id }) => (id === 'pdf' ? archivedRule : undefined),
  subtitles: () => subtitleRule,
};

/** PDF/A-1 forbids the streams of objects (ISO 19005-1, 6.1.4) by which a PDF is packed small. */
const archivedRule: OptionRule = ({ pdfa, targetSize }) =>
  pdfa === '1a' && targetSize !== undefined
    ? { field: 'targetSize', rule: 'not with PDF/A-1, which cannot be packed; PDF/A-2 and 3 can' }
    : undefined;

/** Of what a format holds: sound, pictures or both; of subtitles, which one. */
function mediaOptionsOf({ write }: FormatSpec, { from, isFinal }: Use): z.ZodObject | undefined {
  const container: FfmpegWrite | undefined = write?.ffmpeg;
  if (!container) return undefined;
  if (holdsOnlyText(container)) return textOptions;
  const { video, audio, tags = [] } = container;
  const hasSound = audio.maxTracks > 0;
  const edits = video ? (hasSound ? filmOptions : movingPictureOptions) : soundOptions;
  const without = [...withoutEffect(container), ...withoutSource(from)];
  const shape = Object.entries(edits.shape).filter(([name]) => !without.includes(name));
  return z.strictObject({
    ...(isFinal && meetsSize(container) && { targetSize }),
    ...Object.fromEntries(shape),
    ...(video?.encoder.maxFrameRate && { fps: fpsOption(video.encoder.maxFrameRate) }),
    ...(video && pictureEncoderOptions(video, container.playsArgs !== undefined)),
    ...(hasSound && soundEncoderOptions(audio, video !== undefined)),
    ...Object.fromEntries(tags.map((tag) => [tag, tagOptions[tag]])),
  });
}

/** A setting without effect misleads. */
const withoutEffect = ({
  video,
  audio,
  subtitles,
  holdsChapters,
  covers,
}: FfmpegWrite): readonly string[] => [
  ...(covers.length > 0 ? [] : ['cover']),
  ...(audio.maxChannels < 2 ? ['channels'] : []),
  ...(video?.encoder.frameRate === undefined ? [] : ['fps']),
  ...(holdsChapters ? [] : ['chapters']),
  ...(subtitles ? [] : ['subtitleTrack']),
];

/** What a sound has not: subtitles, and pictures in two halves. */
const OF_FILMS = ['subtitles', 'subtitleTrack', 'burnSubtitles', 'deinterlace'];

/** Settings of what an input has not. */
const withoutSource = (from: FormatSpec): readonly string[] => [
  ...(hasSeveralSounds(from) ? [] : ['audioTrack']),
  ...(from.read?.ffmpeg?.as === 'audio' ? OF_FILMS : []),
];
