import type { Multipart, MultipartFile } from '@fastify/multipart';
import { AppError } from '@filemill/errors';
import { parseOrThrow } from '@filemill/platform';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { fingerprintSchema } from '../identity/fingerprint.js';

const formSchema = z.strictObject({
  outputFormat: z.string('required').trim().min(1, 'required').max(32, 'at most 32 characters'),
  guestFingerprint: fingerprintSchema.optional(),
  options: z.string().optional(),
  quality: z.string().optional(),
});

/** Of the fields that have come before the file. Made once: zod compiles a schema at its first use. */
const earlierSchema = formSchema.partial();

/** The text fields of an upload; `options` and `quality` are judged with the output in hand. */
export type UploadForm = z.infer<typeof formSchema>;

/**
 * Reads a multipart body whose parts come in any order.
 *
 * @param onFile - consumes the file; gets the fields that came before it
 * @returns all fields and what `onFile` returned
 * @throws {AppError} INVALID_REQUEST for a body that is not multipart, a second file, an unknown, repeated or over-long
 *   field
 */
export async function readUploadForm<T>(
  request: FastifyRequest,
  onFile: (file: MultipartFile, earlier: Partial<UploadForm>) => Promise<T>,
): Promise<{ form: UploadForm; received: T }> {
  if (!request.isMultipart()) throw refused('body', 'multipart/form-data expected');
  const fields: Record<string, string> = {};
  let received: { value: T } | undefined;
  for await (const part of parts(request)) {
    if (part.type === 'file') {
      if (part.fieldname !== 'file') throw refused(part.fieldname, 'the file belongs into the field "file"');
      const earlier = parseOrThrow(earlierSchema, fields);
      try {
        received = { value: await onFile(part, earlier) };
      } finally {
        part.file.destroy();
      }
    } else {
      addField(fields, part.fieldname, part.value, part.valueTruncated || part.fieldnameTruncated);
    }
  }
  if (!received) throw refused('file', 'required, sent as a file');
  return { form: parseOrThrow(formSchema, fields), received: received.value };
}

/** The parser's own errors carry no status: whatever it cannot read is the caller's. */
async function* parts(request: FastifyRequest): AsyncGenerator<Multipart> {
  try {
    yield* request.parts();
  } catch (error) {
    if (error instanceof AppError || (error as { statusCode?: number }).statusCode) throw error;
    throw new AppError(
      'INVALID_REQUEST',
      { fields: { body: 'not readable as multipart/form-data' } },
      { cause: error },
    );
  }
}

function addField(fields: Record<string, string>, name: string, value: unknown, truncated: boolean): void {
  if (truncated) throw refused(name, 'at most 1 MB');
  if (name in fields) throw refused(name, 'sent twice');
  // A part that calls itself JSON has been parsed by the library.
  fields[name] = typeof value === 'string' ? value : JSON.stringify(value);
}

const refused = (field: string, rule: string): AppError =>
  new AppError('INVALID_REQUEST', { fields: { [field]: rule } });
