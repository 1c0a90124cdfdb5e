export { BufferByteReader, type ByteReader, FileByteReader } from './byte-reader.js';
export { readLocalHeader, readZipDirectory, type ZipEntry } from './document/zip.js';
export { type PackageView, withPackage } from './ebook/package-reader.js';
export { ZIP_LIMITS as PACKED_LIMITS } from './document/zip-limits.js';
export type { Facts, Inspector } from './facts.js';
export { detectFormat, inspectFile } from './inspect.js';
export type { MediaInfo, MediaTrack } from './media/media-info.js';
export { readMedia } from './media/read-media.js';
export { isPlainText, resolveFormat } from './plain-text.js';
