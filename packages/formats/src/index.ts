export { BufferByteReader, type ByteReader, FileByteReader } from './bytes/byte-reader.js';
export { readLocalHeader, readZipDirectory, type ZipEntry } from './bytes/zip.js';
export { ZIP_LIMITS as PACKED_LIMITS } from './bytes/zip-limits.js';
export { CATEGORIES, type Category } from './define/category.js';
export type {
  ArchiveContainer,
  ArchiveDetail,
  ArchivePacking,
  ArchiveRead,
  ArchiveWrite,
} from './define/engine-data/archive.js';
export type { AudioTracks, FfmpegWrite, SubtitleTracks } from './define/engine-data/ffmpeg.js';
export type { PictureTrait, SaverArguments, SharpRead, SharpWrite } from './define/engine-data/sharp.js';
export { ENGINES, type EngineId, LANE_OF, type WorkerName } from './define/engines.js';
export type { FormatSpec } from './define/format.js';
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
export { Registry, type Route, type RouteStep, registry } from './define/registry.js';
export { at, finds, type Signature, shows } from './define/signature.js';
export { Content } from './detect/content.js';
export { detectFormat, readFacts, resolveFormat } from './detect/detect.js';
export type { Facts } from './detect/facts.js';
export type { PictureEncoder } from './media/encoders/pictures.js';
export type { SoundEncoder } from './media/encoders/sound.js';
export { isLossless, type MediaInfo, type MediaTrack } from './media/readers/media-info.js';
export {
  DETECTION_LIMITS,
  headerLimits,
  ReadingThreads,
  ReadingTimedOut,
} from './threads/reading-threads.js';
