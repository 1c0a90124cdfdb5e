import type { Category, Lane } from '@filemill/product';
import type {
  ArchiveRead,
  ArchiveWrite,
  CalibreRead,
  CalibreWrite,
  CitationsRead,
  CitationsWrite,
  ComicsWrite,
  CsvRead,
  DataRead,
  DataWrite,
  FonttoolsWrite,
  LibreofficeRead,
  LibreofficeWrite,
  MailboxRead,
  PandocRead,
  PandocWrite,
  PopplerWrite,
  SlideshowWrite,
  SubtitlesRead,
  SubtitlesWrite,
} from './document-engines.js';
import type {
  CodecsRead,
  CodecsWrite,
  Growth,
  PixelsRead,
  PixelsWrite,
  SharpRead,
  SharpWrite,
  StillsRead,
  StillsWrite,
  VipsRead,
  VipsWrite,
} from './image-engines.js';
import type { BundleWrite, FfmpegRead, FfmpegWrite } from './media-engines.js';

/**
 * Programs that convert, and the worker that runs each. One that `refines` keeps all that the output can hold: it may write
 * the format that it has read, for a smaller file or other settings. Some keep all only of the formats that are named.
 * One that `startsRoutes` reads uploads alone: what another engine has made holds more in a format of that engine.
 */
export const ENGINES = {
  sharp: { worker: 'image', refines: true },
  codecs: { worker: 'image', refines: true },
  pixels: { worker: 'image', refines: true },
  stills: { worker: 'image', refines: true },
  vips: { worker: 'image', refines: true },
  ffmpeg: { worker: 'media', refines: true },
  bundle: { worker: 'media' },
  fluidsynth: { worker: 'media' },
  archive: { worker: 'document' },
  calibre: { worker: 'document' },
  chromium: { worker: 'document' },
  citations: { worker: 'document' },
  comics: { worker: 'document' },
  csv: { worker: 'document' },
  data: { worker: 'document', refines: ['csv', 'tsv'] },
  dbase: { worker: 'document' },
  drawings: { worker: 'document' },
  fictionbook: { worker: 'document' },
  fonttools: { worker: 'document', refines: ['ttf', 'otf', 'woff', 'woff2', 'eot'] },
  kobo: { worker: 'document' },
  libreoffice: { worker: 'document' },
  mailbox: { worker: 'document' },
  mutool: { worker: 'document' },
  outline: { worker: 'document' },
  pages: { worker: 'document', startsRoutes: true },
  pandoc: { worker: 'document' },
  plotter: { worker: 'document' },
  poppler: { worker: 'document' },
  qpdf: { worker: 'document', refines: true },
  repack: { worker: 'document', refines: true },
  slideshow: { worker: 'document' },
  subtitles: { worker: 'document', refines: true },
  svgo: { worker: 'image', refines: true },
} as const satisfies Record<
  string,
  { worker: string; refines?: true | readonly string[]; startsRoutes?: true }
>;

/** Id of an engine, such as `ffmpeg`; a key of {@link ENGINES}. */
export type EngineId = keyof typeof ENGINES;
/** Name of a worker: `image`, `media` or `document`. */
export type WorkerName = (typeof ENGINES)[EngineId]['worker'];

/** Queue lane in which inputs of a category wait, and the worker that serves it. */
export const LANE_OF: Record<Category, { lane: Lane; worker: WorkerName }> = {
  image: { lane: 'image', worker: 'image' },
  audio: { lane: 'audio', worker: 'media' },
  video: { lane: 'video', worker: 'media' },
  document: { lane: 'document', worker: 'document' },
  presentation: { lane: 'document', worker: 'document' },
  archive: { lane: 'archive', worker: 'document' },
  ebook: { lane: 'ebook', worker: 'document' },
  font: { lane: 'font', worker: 'document' },
};

/** For an engine that needs only the kind of content. */
type NoData = object;

/** What each engine reads from the declaration of an input. */
export interface EngineRead {
  readonly archive: ArchiveRead;
  readonly bundle: NoData;
  readonly calibre: CalibreRead;
  readonly chromium: NoData;
  readonly citations: CitationsRead;
  readonly codecs: CodecsRead;
  readonly comics: NoData;
  readonly csv: CsvRead;
  readonly data: DataRead;
  readonly dbase: NoData;
  readonly drawings: NoData;
  readonly fictionbook: NoData;
  readonly ffmpeg: FfmpegRead;
  readonly fluidsynth: NoData;
  readonly fonttools: NoData;
  readonly kobo: NoData;
  readonly libreoffice: LibreofficeRead;
  readonly mailbox: MailboxRead;
  readonly mutool: NoData;
  readonly outline: NoData;
  readonly pages: NoData;
  readonly pandoc: PandocRead;
  readonly pixels: PixelsRead;
  readonly plotter: NoData;
  readonly poppler: NoData;
  readonly qpdf: NoData;
  readonly repack: NoData;
  readonly sharp: SharpRead;
  readonly slideshow: NoData;
  readonly stills: StillsRead;
  readonly subtitles: SubtitlesRead;
  readonly svgo: NoData;
  readonly vips: VipsRead;
}

/** What each engine reads from the declaration of an output. */
export interface EngineWrite {
  readonly archive: ArchiveWrite;
  readonly bundle: BundleWrite;
  readonly calibre: CalibreWrite;
  readonly chromium: NoData;
  readonly citations: CitationsWrite;
  readonly codecs: CodecsWrite;
  readonly comics: ComicsWrite;
  readonly csv: NoData;
  readonly data: DataWrite;
  readonly dbase: NoData;
  readonly drawings: NoData;
  readonly fictionbook: NoData;
  readonly ffmpeg: FfmpegWrite;
  readonly fluidsynth: NoData;
  readonly fonttools: FonttoolsWrite;
  readonly kobo: NoData;
  readonly libreoffice: LibreofficeWrite;
  readonly mailbox: NoData;
  readonly mutool: NoData;
  readonly outline: NoData;
  readonly pages: NoData;
  readonly pandoc: PandocWrite;
  readonly pixels: PixelsWrite;
  readonly plotter: NoData;
  readonly poppler: PopplerWrite;
  readonly qpdf: Growth;
  readonly repack: NoData;
  readonly sharp: SharpWrite;
  readonly slideshow: SlideshowWrite;
  readonly stills: StillsWrite;
  readonly subtitles: SubtitlesWrite;
  readonly svgo: NoData;
  readonly vips: VipsWrite;
}
