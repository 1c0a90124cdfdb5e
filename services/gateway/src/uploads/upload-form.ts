import type { Multipart, MultipartFile } from '@fastify/multipart';
import { guestUploadForm } from '@filemill/api';
import { AppError } from '@filemill/errors';
import { parseOrThrow } from '@filemill/platform';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';

/** The declared fields besides the file. `quality` is validated with the options, since its refusal is theirs. */
const formSchema = guestUploadForm.omit({ file: true }).extend({ quality: z.string().optional() }).strict();

/** Schema of the fields before the file. Created once, because zod compiles a schema at its first use. */
const earlierSchema = formSchema.partial();

/** The text fields of an upload; `options` and `quality` are validated when the output is known. */
export type UploadForm = z.infer<typeof formSchema>;

/** Whether all files of a form become one. */
export const isCombined = ({ combine }: Partial<UploadForm>): boolean => combine === 'true';

/** A part with a file, and the fields before it. */
export interface FilePart {
  readonly part: MultipartFile;
  readonly fields: Partial<UploadForm>;
}

/** Reads a multipart body whose parts come in any order: up to each of its files, then to its end. */
export class UploadFormReader implements Disposable {
  private readonly fields: Record<string, string> = {};
  private readonly parts: AsyncGenerator<Multipart>;
  private part: MultipartFile | undefined;

  constructor(request: FastifyRequest) {
    this.parts = partsOf(request);
  }

  /**
   * @returns the first file, which must be read before the next call
   * @throws {AppError} INVALID_REQUEST for a body that is not multipart, an unknown, repeated or over-long field, or no
   *   file
   */
  async readToFile(): Promise<FilePart> {
    const file = await this.readToNextFile();
    if (!file) throw refused('file', 'required, sent as a file');
    return file;
  }

  /** @returns the next file, as {@link readToFile}; undefined at the end @throws {AppError} INVALID_REQUEST */
  async readToNextFile(): Promise<FilePart | undefined> {
    // The rest of a file would keep the parser from the next part.
    this.part?.file.destroy();
    this.part = await this.nextFile();
    return this.part && { part: this.part, fields: parseOrThrow(earlierSchema, this.fields) };
  }

  /** All fields, after the last file. @throws {AppError} INVALID_REQUEST */
  allFields(): UploadForm {
    return parseOrThrow(formSchema, this.fields);
  }

  [Symbol.dispose](): void {
    this.part?.file.destroy();
    // Not awaited: it ends only after a running read has ended.
    this.parts.return(undefined).catch(() => undefined);
  }

  /** Reads fields up to the next file, or to the end. */
  private async nextFile(): Promise<MultipartFile | undefined> {
    for (;;) {
      const { value: part, done } = await this.parts.next();
      if (done) return undefined;
      if (part.type === 'file') {
        if (part.fieldname === 'file') return part;
        part.file.destroy();
        throw refused(part.fieldname, 'the file must be in the field "file"');
      }
      addField(this.fields, part.fieldname, part.value, part.valueTruncated || part.fieldnameTruncated);
    }
  }
}

/** The parser's own errors have no status: what it cannot read is the caller's fault. */
async function* partsOf(request: FastifyRequest): AsyncGenerator<Multipart> {
  if (!request.isMultipart()) throw refused('body', 'multipart/form-data expected');
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
  // The library has parsed a part with the content type JSON.
  fields[name] = typeof value === 'string' ? value : JSON.stringify(value);
}

/** The refusal of a field, with its rule. */
export const refused = (field: string, rule: string): AppError =>
  new AppError('INVALID_REQUEST', { fields: { [field]: rule } });
