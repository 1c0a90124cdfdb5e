/** Only the readers of shared containers, for scripts in a jail: without the formats, which are loaded at start. */
export { BufferByteReader, type ByteReader, FileByteReader } from './byte-reader.js';
export { wirelessHeader } from './wireless.js';
export { readLocalHeader, readZipDirectory, type ZipDirectory, type ZipEntry } from './zip.js';
export { readLocalEntries } from './zip-local-entries.js';
