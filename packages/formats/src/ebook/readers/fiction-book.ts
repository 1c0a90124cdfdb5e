import { type ByteReader, endsTooEarly } from '../../bytes/byte-reader.js';
import { rootElement } from '../../bytes/xml-root.js';
import type { Facts } from '../../define/facts.js';
import type { Content } from '../../define/signature.js';

const HEAD_BYTES = 65_536;
const TAIL_BYTES = 1_024;
const ROOT = 'FictionBook';

/** Recognised by its root element, which is ASCII in every encoding that XML readers support. */
export function isFictionBook({ head }: Content): boolean {
  // Only XML begins like this, so other files cost few bytes: a byte order mark, white space or "<".
  if (!/^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)?[\s\0]*</.test(head.toString('latin1', 0, 64))) return false;
  return rootElement(head)?.name === ROOT;
}

const ENDS = /<\/(?:[\w.-]{1,32}:)?FictionBook\s*>/g;

/** @throws {AppError} FILE_CORRUPT, as `damage` of the facts, if it is truncated */
export async function inspectFictionBook(reader: ByteReader): Promise<Facts> {
  const tail = withoutNuls(await reader.read(Math.max(0, reader.sizeBytes - TAIL_BYTES), TAIL_BYTES));
  const end = [...tail.matchAll(ENDS)].at(-1);
  if (!end || !isEmptyXml(tail.slice(end.index + end[0].length))) throw endsTooEarly();
  return {};
}

/** Only white space and comments. */
function isEmptyXml(text: string): boolean {
  for (let at = 0; ; ) {
    const rest = text.slice(at).trimStart();
    if (rest === '') return true;
    const end = rest.startsWith('<!--') ? rest.indexOf('-->', 4) : -1;
    if (end < 0) return false;
    at = text.length - rest.length + end + 3;
  }
}

/** Style sheets come before the body, and nothing long precedes them: FictionBook 2.1, `FictionBook`. */
const FRONT_BYTES = 4 * 1024 * 1024;
const STYLESHEET = /<(?:[\w.-]{1,32}:)?stylesheet[\s/>]/;
const BODY = /<(?:[\w.-]{1,32}:)?body[\s/>]/;
/** Longer than any searched tag, in UTF-16. */
const OVERLAP_BYTES = 128;

/** Whether a FictionBook has its own styles; call it after the file was checked. */
export async function hasStylesheet(reader: ByteReader): Promise<boolean> {
  for (let at = 0; at < FRONT_BYTES && at < reader.sizeBytes; at += HEAD_BYTES - OVERLAP_BYTES) {
    const text = withoutNuls(await reader.read(at, HEAD_BYTES));
    const body = text.search(BODY);
    const sheet = text.search(STYLESHEET);
    if (sheet >= 0) return body < 0 || sheet < body;
    if (body >= 0) return false;
  }
  return false;
}

/** UTF-16 reduced to ASCII. */
const withoutNuls = (bytes: Buffer): string => bytes.toString('latin1').replaceAll('\0', '');
