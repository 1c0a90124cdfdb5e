import type { Category, Lane } from '@filemill/product';
import type {
  ArchiveRead,
  ArchiveWrite,
  CalibreRead,
  CalibreWrite,
  ComicsWrite,
  CsvRead,
  DataRead,
  DataWrite,
  FonttoolsWrite,
  LibreofficeRead,
  LibreofficeWrite,
  PandocRead,
  PandocWrite,
  PopplerWrite,
  SubtitlesRead,
  SubtitlesWrite,
} from './document-engines.js';
import type {
  CodecsRead,
  CodecsWrite,
  SharpRead,
  SharpWrite,
  StillsRead,
  StillsWrite,
  VipsRead,
  VipsWrite,
} from './image-engines.js';
import type { BundleWrite, FfmpegRead, FfmpegWrite } from './media-engines.js';

/** Programs that convert, and the worker that runs each. */
export const ENGINES = {
  sharp: { worker: 'image' },
  codecs: { worker: 'image' },
  stills: { worker: 'image' },
  vips: { worker: 'image' },
  ffmpeg: { worker: 'media' },
  bundle: { worker: 'media' },
  fluidsynth: { worker: 'media' },
  archive: { worker: 'document' },
  calibre: { worker: 'document' },
  chromium: { worker: 'document' },
  comics: { worker: 'document' },
  csv: { worker: 'document' },
  data: { worker: 'document' },
  fictionbook: { worker: 'document' },
  fonttools: { worker: 'document' },
  libreoffice: { worker: 'document' },
  pandoc: { worker: 'document' },
  poppler: { worker: 'document' },
  subtitles: { worker: 'document' },
} as const satisfies Record<string, { worker: string }>;

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
  readonly codecs: CodecsRead;
  readonly comics: NoData;
  readonly csv: CsvRead;
  readonly data: DataRead;
  readonly fictionbook: NoData;
  readonly ffmpeg: FfmpegRead;
  readonly fluidsynth: NoData;
  readonly fonttools: NoData;
  readonly libreoffice: LibreofficeRead;
  readonly pandoc: PandocRead;
  readonly poppler: NoData;
  readonly sharp: SharpRead;
  readonly stills: StillsRead;
  readonly subtitles: SubtitlesRead;
  readonly vips: VipsRead;
}

/** What each engine reads from the declaration of an output. */
export interface EngineWrite {
  readonly archive: ArchiveWrite;
  readonly bundle: BundleWrite;
  readonly calibre: CalibreWrite;
  readonly chromium: NoData;
  readonly codecs: CodecsWrite;
  readonly comics: ComicsWrite;
  readonly csv: NoData;
  readonly data: DataWrite;
  readonly fictionbook: NoData;
  readonly ffmpeg: FfmpegWrite;
  readonly fluidsynth: NoData;
  readonly fonttools: FonttoolsWrite;
  readonly libreoffice: LibreofficeWrite;
  readonly pandoc: PandocWrite;
  readonly poppler: PopplerWrite;
  readonly sharp: SharpWrite;
  readonly stills: StillsWrite;
  readonly subtitles: SubtitlesWrite;
  readonly vips: VipsWrite;
}
