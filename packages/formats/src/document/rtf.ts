import { type ByteReader, endsTooEarly } from '../bytes/byte-reader.js';
import type { Facts } from '../define/facts.js';
import { defineFormat } from '../define/format.js';
import { at } from '../define/signature.js';

/** Rich Text Format 1.9.1. */
export const rtf = defineFormat({
  id: 'rtf',
  label: 'RTF',
  category: 'document',
  extensions: ['rtf'],
  mimeTypes: ['application/rtf', 'text/rtf'],
  signature: [at(0, '{\\rtf')],
  limits: inspectRtf,
  read: { libreoffice: { as: 'writer', filters: ['Rich Text Format'], mend: 'rtf' } },
  write: {
    libreoffice: { from: ['writer'], filters: { writer: 'Rich Text Format' } },
    pandoc: {
      from: ['book', 'markup'],
      arguments: ['--to=rtf', '--standalone'],
      pictures: 'words',
      settings: ['toc', 'headingShift', 'lineEnd'],
    },
  },
});

const TAIL_BYTES = 1_024;

/**
 * An RTF file is one group: its last brace closes it, and only white space and NULs may follow.
 *
 * @throws {AppError} FILE_CORRUPT as `damage` of the facts
 */
async function inspectRtf(reader: ByteReader): Promise<Facts> {
  const tail = await reader.read(Math.max(0, reader.sizeBytes - TAIL_BYTES), TAIL_BYTES);
  if (!tail.toString('latin1').replaceAll('\0', ' ').trimEnd().endsWith('}')) throw endsTooEarly();
  return {};
}
