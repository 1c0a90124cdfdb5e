/** The one file that names what is fuzzed: everything outside the jail that reads uploaded files. */
import { AppError } from '@filemill/errors';
import { BufferByteReader, detectFormat, readFacts, readZipDirectory, registry } from '@filemill/formats';
import { TASKS } from '@filemill/formats/testing';
import type { NamedReader } from './protocol.ts';

/** Catalogue ids of all formats that a file may have; some exist only between two engines, and have a signature then. */
export const FORMATS = registry.formats
  .filter(({ signature, noSignature, internal }) => signature !== undefined || (noSignature && !internal))
  .map(({ id }) => id);

/** The code of a regular refusal, that is of an `AppError`; undefined for any other error. */
export const refusalCode = (error: unknown): string | undefined =>
  error instanceof AppError ? error.code : undefined;

/** Detects the format of a file by its content. */
export const detect = (bytes: Buffer): Promise<string | undefined> =>
  detectFormat(new BufferByteReader(bytes));

/** Further readers that engines use, by the format of the file. */
const EXTRA_TASKS: Readonly<Record<string, 'kindleContents' | 'hasStylesheet' | 'packageNames'>> = {
  mobi: 'kindleContents',
  azw3: 'kindleContents',
  fb2: 'hasStylesheet',
  epub: 'packageNames',
  docx: 'packageNames',
};

/** Every reader of a file that is taken for a format. @param format - catalogue id */
export function readersOf(bytes: Buffer, format: string): NamedReader[] {
  const task = EXTRA_TASKS[format];
  return [
    ['header', () => readFacts(new BufferByteReader(bytes), format)],
    ...(task ? [[task, () => TASKS[task](new BufferByteReader(bytes))] satisfies NamedReader] : []),
    ...(bytes[0] === 0x50
      ? [['zip', () => readZipDirectory(new BufferByteReader(bytes))] satisfies NamedReader]
      : []),
  ];
}
