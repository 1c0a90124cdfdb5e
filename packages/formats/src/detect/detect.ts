import { AppError } from '@filemill/errors';
import type { ByteReader } from '../bytes/byte-reader.js';
import { registry } from '../define/registry.js';
import type { Signature } from '../define/signature.js';
import { Content } from './content.js';
import type { Facts } from './facts.js';

/**
 * What a file is, by its content alone.
 *
 * @returns a catalogue id, the id of a known content, or undefined
 * @throws {AppError} FILE_ENCRYPTED where a lock hides what is inside
 */
export async function detectFormat(reader: ByteReader): Promise<string | undefined> {
  const content = await Content.open(reader);
  if (content.head.length === 0) return undefined;
  for (const { id, signature } of registry.signatures) if (await matches(signature, content)) return id;
  return undefined;
}

/** Most signatures answer at once: waiting for each of hundreds would cost more than they do. */
function matches(signature: Signature, content: Content): boolean | Promise<boolean> {
  try {
    const answer = signature.matches(content);
    return typeof answer === 'boolean' ? answer : answer.catch(unlessUnreadable);
  } catch (error) {
    return unlessUnreadable(error);
  }
}

/** What JavaScript throws for numbers, texts and addresses that are none. */
const READING_ERRORS = [RangeError, SyntaxError, TypeError, URIError];

const isUnreadable = (error: unknown): boolean =>
  error instanceof AppError
    ? error.code === 'FILE_CORRUPT' || error.code === 'FILE_TOO_LARGE'
    : READING_ERRORS.some((kind) => error instanceof kind);

/** A file that a reader stumbles over is not of this kind. Locks, and errors of disk and network, stay what they are. */
function unlessUnreadable(error: unknown): false {
  if (isUnreadable(error)) return false;
  throw error;
}

/**
 * The format of a file whose content and name are both known. Content decides; between formats that share its bytes the
 * name does.
 *
 * @param detected - of {@link detectFormat}; undefined for bytes without a mark
 * @param promised - format of the extension
 * @returns a catalogue id or the id of a known content; undefined if nothing tells
 */
export function resolveFormat(
  detected: string | undefined,
  promised: string | undefined,
): string | undefined {
  const named = promised === undefined ? undefined : registry.format(promised);
  if (detected === undefined) return named?.noSignature && named.id;
  if (named?.sharesBytesWith?.includes(detected)) return named.id;
  return registry.knownContent(detected)?.takenAs ?? detected;
}

/**
 * Whether a file shows the marks of a format, whatever else it may be taken for: a text that begins like a script is a
 * text, and a zip of a document's files is a zip.
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
 * What the header of a file tells, for its limits and locks. What a reader cannot make sense of is no error here:
 * `damage` says it, and the facts that could be read stand beside it.
 *
 * @param format - catalogue id
 * @throws {AppError} FILE_ENCRYPTED, FILE_TOO_LARGE, UNSUPPORTED_FORMAT for a packing that no engine of ours unpacks
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
