export { BufferByteReader, type ByteReader, FileByteReader } from './byte-reader.js';
export type { Facts, Inspector } from './facts.js';
export { detectFormat, inspectFile } from './inspect.js';
