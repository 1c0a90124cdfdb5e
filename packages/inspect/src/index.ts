export { BufferByteReader, type ByteReader, FileByteReader } from './byte-reader.js';
export type { Facts, Inspector } from './facts.js';
export { detectFormat, inspectFile } from './inspect.js';
export type { MediaInfo, MediaTrack } from './media/media-info.js';
export { readMedia } from './media/read-media.js';
export { isPlainText, resolveFormat } from './plain-text.js';
