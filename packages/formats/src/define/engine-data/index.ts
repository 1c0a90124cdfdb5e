import type { ArchiveRead, ArchiveWrite } from './archive.js';
import type { CalibreRead, CalibreWrite } from './calibre.js';
import type { FfmpegRead, FfmpegWrite } from './ffmpeg.js';
import type { FonttoolsWrite } from './fonttools.js';
import type { LibreofficeRead, LibreofficeWrite } from './libreoffice.js';
import type { PandocRead, PandocWrite } from './pandoc.js';
import type { PopplerWrite } from './poppler.js';
import type { SharpRead, SharpWrite } from './sharp.js';
import type { VipsRead, VipsWrite } from './vips.js';

/** For an engine that needs only the kind of content. */
type NoData = object;

/** What each engine reads from the declaration of an input. */
export interface EngineRead {
  readonly archive: ArchiveRead;
  readonly calibre: CalibreRead;
  readonly chromium: NoData;
  readonly csv: NoData;
  readonly fictionbook: NoData;
  readonly ffmpeg: FfmpegRead;
  readonly fonttools: NoData;
  readonly libreoffice: LibreofficeRead;
  readonly pandoc: PandocRead;
  readonly poppler: NoData;
  readonly sharp: SharpRead;
  readonly vips: VipsRead;
}

/** What each engine reads from the declaration of an output. */
export interface EngineWrite {
  readonly archive: ArchiveWrite;
  readonly calibre: CalibreWrite;
  readonly chromium: NoData;
  readonly csv: NoData;
  readonly fictionbook: NoData;
  readonly ffmpeg: FfmpegWrite;
  readonly fonttools: FonttoolsWrite;
  readonly libreoffice: LibreofficeWrite;
  readonly pandoc: PandocWrite;
  readonly poppler: PopplerWrite;
  readonly sharp: SharpWrite;
  readonly vips: VipsWrite;
}
