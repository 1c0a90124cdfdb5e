export { BufferByteReader, type ByteReader, FileByteReader } from './bytes/byte-reader.js';
export { readLocalHeader, readZipDirectory, type ZipEntry } from './bytes/zip.js';
export { ZIP_LIMITS as PACKED_LIMITS } from './bytes/zip-limits.js';
export { type Combination, combinationOf, combinedOutputs, type JoinerId } from './catalogue/combine.js';
export { detectFormat, readFacts, resolveFormat } from './catalogue/detect.js';
export { routeFor } from './catalogue/edited-route.js';
export { isFinalStep, type Route, type RouteStep } from './catalogue/planner.js';
export { Registry, registry } from './catalogue/registry.js';
export { type Repacking, repackingOf } from './catalogue/repacking.js';
export { lenient, optionsOfRoute, optionsOfStep } from './catalogue/route-options.js';
export { bookArguments } from './define/book-options.js';
export type {
  ArchiveContainer,
  ArchiveDetail,
  ArchivePacking,
  ArchiveRead,
  ArchiveWrite,
  CalibreRead,
  DataFormat,
  OfficePart,
  PageDrawing,
  PageEncoder,
  SubtitleFormat,
} from './define/document-engines.js';
export {
  officePdfOptions,
  PAPERS,
  type Paper,
  pagePictureOptions,
  pageTextOptions,
  printOptions,
  sheetPageOptions,
  slidePageOptions,
  wordOptions,
  writerPageOptions,
  writerPdfOptions,
} from './define/document-options.js';
export { ENGINES, type EngineId, LANE_OF, type WorkerName } from './define/engines.js';
export type { Facts } from './define/facts.js';
export { isLossless, type MediaInfo, type MediaTrack } from './define/facts.js';
export { slideshowOptions } from './define/film-options.js';
export { fontOptions } from './define/font-options.js';
export { type FormatSpec, writtenExtension } from './define/format.js';
export type {
  Growth,
  PicturePacker,
  PictureProgram,
  PictureTrait,
  PixelsRead,
  PixelsWrite,
  SaverArguments,
  SharpRead,
  SharpWrite,
  StillsRead,
} from './define/image-engines.js';
export {
  LOSSES,
  type Loss,
  type LossCode,
  type LossParams,
  lossOf,
  NOTES,
  type Note,
  noteOf,
} from './define/losses.js';
export { markupArguments } from './define/markup-options.js';
export {
  type AudioTracks,
  type FfmpegWrite,
  holdsOnlyText,
  type PictureEncoder,
  type PictureTuning,
  type SoundEncoder,
  type SubtitleTracks,
} from './define/media-engines.js';
export type { MediaOptions } from './define/media-options.js';
export { chosenEncoders } from './define/media-rules.js';
export { TAG_KEYS, type TagName } from './define/media-tags.js';
export { groupOfOption, OPTION_GROUPS, type OptionGroup } from './define/option-groups.js';
export { entryOptions, sevenZipOptions, zipOptions } from './define/options.js';
export { type PageRange, rangesOf } from './define/page-ranges.js';
export {
  type PageRun,
  type PdfOptions,
  PICTURE_SIZES,
  type PictureRecoding,
  recodingOf,
  runsOf,
  stepOfUsualSize,
  type UsualSizes,
  usualSizeOf,
} from './define/pdf-options.js';
export {
  isAskedFor,
  type PageOptions,
  type PictureOptions,
  pageOptions,
  pictureOptions,
} from './define/picture-options.js';
export {
  type HeldByPictures,
  heldByPictures,
  type RetouchOptions,
  retouchOptions,
} from './define/retouch-options.js';
export { at, Content, finds, type Signature, shows } from './define/signature.js';
export type { SubtitleOptions } from './define/subtitle-options.js';
export { dataOptions, sheetCsvOptions, type TableTextOptions } from './define/table-options.js';
export { EXPECTED_LOSSES, type ExpectedLossCode, type Trait } from './define/traits.js';
export { mediaFacts } from './media/readers/header-reader.js';
export {
  DETECTION_LIMITS,
  headerLimits,
  ReadingThreads,
  ReadingTimedOut,
} from './threads/reading-threads.js';
