import type { ByteReader } from '../../bytes/byte-reader.js';
import { cutShort } from '../../bytes/corrupt.js';
import { rootElement } from '../../bytes/xml-root.js';
import type { Content } from '../../detect/content.js';
import type { Facts } from '../../detect/facts.js';

const HEAD_BYTES = 65_536;
const TAIL_BYTES = 1_024;
const ROOT = 'FictionBook';

/** By its outermost element, which is ASCII in every encoding that XML readers know. */
export function isFictionBook({ head }: Content): boolean {
  // Only XML begins like that, so other files cost few bytes: a mark of the encoding, white space or "<".
  if (!/^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)?[\s\0]*</.test(head.toString('latin1', 0, 64))) return false;
  return rootElement(head)?.name === ROOT;
}

const ENDS = /<\/(?:[\w.-]{1,32}:)?FictionBook\s*>/g;

/** @throws {AppError} FILE_CORRUPT, as `damage` of the facts, if it is cut short */
export async function inspectFictionBook(reader: ByteReader): Promise<Facts> {
  const tail = withoutNuls(await reader.read(Math.max(0, reader.sizeBytes - TAIL_BYTES), TAIL_BYTES));
  const end = [...tail.matchAll(ENDS)].at(-1);
  if (!end || !isEmptyXml(tail.slice(end.index + end[0].length))) throw cutShort();
  return {};
}

/** White space and comments alone. */
function isEmptyXml(text: string): boolean {
  for (let at = 0; ; ) {
    const rest = text.slice(at).trimStart();
    if (rest === '') return true;
    const end = rest.startsWith('<!--') ? rest.indexOf('-->', 4) : -1;
    if (end < 0) return false;
    at = text.length - rest.length + end + 3;
  }
}

/** Style sheets stand in front of the body, and behind nothing long: FictionBook 2.1, `FictionBook`. */
const FRONT_BYTES = 4 * 1024 * 1024;
const STYLESHEET = /<(?:[\w.-]{1,32}:)?stylesheet[\s/>]/;
const BODY = /<(?:[\w.-]{1,32}:)?body[\s/>]/;
/** Longer than a tag that is looked for, in UTF-16. */
const OVERLAP_BYTES = 128;

/** Whether a FictionBook, that was checked before, has styles of its own. */
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

/** UTF-16 as the ASCII that matters here. */
const withoutNuls = (bytes: Buffer): string => bytes.toString('latin1').replaceAll('\0', '');
