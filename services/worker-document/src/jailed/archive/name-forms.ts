import { ByteQueue } from './byte-streams.js';
import { BLOCK_BYTES, isTarHeader, paddingOf, readNumber } from './tar-header.js';

/** More than any real extended header; names in a longer one are not counted. */
const MAX_HEADER_BYTES = 1024 * 1024;
const PART_BYTES = 256 * 1024;

/** Whether a name has combining accents, as macOS writes them. */
export const isDecomposed = (name: string): boolean => name !== name.normalize('NFC');

/**
 * Passes a tar on unchanged and counts the names in its extended headers that have combining accents. bsdtar composes
 * such names before it lists them, so they cannot be counted later; it does not change names in the old fields.
 *
 * @param onDecomposed - called for each
 */
export async function* countDecomposed(
  tar: AsyncIterable<Buffer>,
  onDecomposed: () => void,
): AsyncGenerator<Buffer> {
  const queue = new ByteQueue(tar);
  let declared: number | undefined;
  let block = await queue.take(BLOCK_BYTES);
  for (; block && isTarHeader(block); block = await queue.take(BLOCK_BYTES)) {
    yield block;
    const isExtended = block[156] === EXTENDED;
    const ownBytes = readNumber(block, 124, 12);
    const bytes = isExtended ? ownBytes : (declared ?? ownBytes);
    declared = undefined;
    if (!isExtended || bytes > MAX_HEADER_BYTES) {
      yield* passOn(queue, bytes + paddingOf(bytes));
      continue;
    }
    const body = await queue.take(bytes + paddingOf(bytes));
    if (!body) return;
    yield body;
    const { path, size } = recordsOf(body.toString('utf8', 0, bytes));
    if (path !== undefined && isDecomposed(path)) onDecomposed();
    declared = size;
  }
  if (block) yield block;
  yield* passOn(queue, Number.POSITIVE_INFINITY);
}

/** Type of the header that extends the next one: POSIX.1-2017, pax, "Header Block". */
const EXTENDED = 'x'.charCodeAt(0);

/** The relevant records of an extended header; bsdtar refuses an invalid one. */
function recordsOf(text: string): { path: string | undefined; size: number | undefined } {
  const recordOf = (key: string): string | undefined => new RegExp(`^\\d+ ${key}=(.*)$`, 'm').exec(text)?.[1];
  const size = Number(recordOf('size') ?? Number.NaN);
  return { path: recordOf('path'), size: Number.isSafeInteger(size) && size >= 0 ? size : undefined };
}

async function* passOn(queue: ByteQueue, bytes: number): AsyncGenerator<Buffer> {
  for (let left = bytes; left > 0; ) {
    const part = await queue.takeAtMost(Math.min(left, PART_BYTES));
    if (!part) return;
    left -= part.length;
    yield part;
  }
}

/** For some systems `ß` equals `SS`, and `ſ` equals `s`. */
export const foldCase = (path: string): string =>
  path.normalize('NFC').toUpperCase().toLowerCase().normalize('NFC');
/** `a.txt` becomes `a (2).txt`. */
export const numbered = (name: string, number: number): string =>
  name.replace(/^(.+?)(\.[^.]*)?$/s, (_, base: string, extension = '') => `${base} (${number})${extension}`);
