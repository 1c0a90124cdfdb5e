/** Readers of shared containers alone, for scripts in a jail: without the formats, whose files are looked up at start. */
export { BufferByteReader, type ByteReader, FileByteReader } from './byte-reader.js';
export { readLocalHeader, readZipDirectory, type ZipDirectory, type ZipEntry } from './zip.js';
export { startEntries } from './zip-start.js';
