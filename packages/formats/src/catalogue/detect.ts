import { AppError } from '@filemill/errors';
import type { ByteReader } from '../bytes/byte-reader.js';
import type { Facts } from '../define/facts.js';
import { Content, type Signature } from '../define/signature.js';
import { registry } from './registry.js';

/**
 * The format of a file, by its content alone.
 *
 * @returns a catalogue id, the id of a known content, or undefined
 * @throws {AppError} FILE_ENCRYPTED if encryption hides the format
 */
export async function detectFormat(reader: ByteReader): Promise<string | undefined> {
  const content = await Content.open(reader);
  if (content.head.length === 0) return undefined;
  for (const { id, signature } of registry.signatures) if (await matches(signature, content)) return id;
  return undefined;
}

/** Most signatures answer synchronously: awaiting each of hundreds would cost more than the checks. */
function matches(signature: Signature, content: Content): boolean | Promise<boolean> {
  try {
    const answer = signature.matches(content);
    return typeof answer === 'boolean' ? answer : answer.catch(unlessUnreadable);
  } catch (error) {
    return unlessUnreadable(error);
  }
}

/** What JavaScript throws for invalid numbers, texts and URLs. */
const READING_ERRORS = [RangeError, SyntaxError, TypeError, URIError];

const isUnreadable = (error: unknown): boolean =>
  error instanceof AppError
    ? error.code === 'FILE_CORRUPT' || error.code === 'FILE_TOO_LARGE'
    : READING_ERRORS.some((kind) => error instanceof kind);

/** A file that a reader cannot parse does not match. Encryption, disk and network errors are rethrown. */
function unlessUnreadable(error: unknown): false {
  if (isUnreadable(error)) return false;
  throw error;
}

/**
 * The format of a file whose content and name are both known. The content decides; between formats with the same bytes
 * the name decides, unless it says a format that is only written: an AsciiDoc is read as the text that it also is.
 *
 * @param detected - of {@link detectFormat}; undefined if no signature matched
 * @param promised - format of the extension
 * @returns a catalogue id or the id of a known content; undefined if neither identifies it
 */
export function resolveFormat(
  detected: string | undefined,
  promised: string | undefined,
): string | undefined {
  const named = promised === undefined ? undefined : registry.format(promised);
  if (detected === undefined) return named?.noSignature && named.id;
  const seen = registry.knownContent(detected)?.treatedAs ?? detected;
  const isReadAsSeen = named?.read === undefined && registry.format(seen)?.read !== undefined;
  return named?.sharesBytesWith?.includes(detected) && !isReadAsSeen ? named.id : seen;
}

/**
 * Whether a file matches a signature of a format, even if another one decides: a text that begins like a script is also
 * a text, and a zip of a document's files is also a zip.
 *
 * @param format - catalogue id
 */
export async function showsFormat(reader: ByteReader, format: string): Promise<boolean> {
  const { signature = [], noSignature } = registry.format(format) ?? {};
  if (noSignature) return true;
  const content = await Content.open(reader);
  for (const one of signature) if (await matches(one, content)) return true;
  return false;
}

/**
 * Reads the header of a file, for limits and encryption. A header that the reader cannot parse is not an error here:
 * `damage` describes it, next to the facts that could be read.
 *
 * @param format - catalogue id
 * @throws {AppError} FILE_ENCRYPTED, FILE_TOO_LARGE, UNSUPPORTED_FORMAT for a compression that no engine unpacks
 */
export async function readFacts(reader: ByteReader, format: string): Promise<Facts> {
  const read = registry.format(format)?.limits;
  if (!read) return {};
  try {
    return await read(reader);
  } catch (error) {
    if (error instanceof AppError && error.code !== 'FILE_CORRUPT') throw error;
    if (!(error instanceof AppError) && !isUnreadable(error)) throw error;
    return { damage: detailOf(error) };
  }
}

const detailOf = (error: unknown): string =>
  error instanceof AppError ? String(error.params.detail ?? 'it is broken') : 'its header is broken';
