/** The one file that names what is fuzzed: everything outside the jail that reads uploaded files. */
import { AppError } from '@filemill/errors';
import { BufferByteReader, detectFormat, readFacts, readZipDirectory, registry } from '@filemill/formats';
import { TASKS } from '@filemill/formats/testing';

/** Catalogue ids. */
export const FORMATS = registry.formats.map(({ id }) => id);

/** Whether an error is a regular refusal, that is an `AppError`. */
export const isAnswer = (error) => error instanceof AppError;

/** Detects the format of a file by its content. */
export const detect = (bytes) => detectFormat(new BufferByteReader(bytes));

/** Further readers that engines use, by the format of the file. */
const ASKED = {
  mobi: 'kindleContents',
  azw3: 'kindleContents',
  fb2: 'hasStylesheet',
  epub: 'packageNames',
  docx: 'packageNames',
};

/**
 * Every reader of a file that is taken for a format, by name.
 *
 * @param {Buffer} bytes
 * @param {string} format - catalogue id
 * @returns {[name: string, read: () => Promise<unknown>][]}
 */
export const readersOf = (bytes, format) => [
  ['header', () => readFacts(new BufferByteReader(bytes), format)],
  ...(ASKED[format] ? [[ASKED[format], () => TASKS[ASKED[format]](new BufferByteReader(bytes))]] : []),
  ...(bytes[0] === 0x50 ? [['zip', () => readZipDirectory(new BufferByteReader(bytes))]] : []),
];
