import { type ByteReader, FileByteReader } from '../byte-reader.js';
import { corrupt, cutShort } from '../image/corrupt.js';
import { rootElement } from '../image/xml-root.js';

const HEAD_BYTES = 65_536;
const TAIL_BYTES = 1_024;
const ROOT = 'FictionBook';

/** By its outermost element, which is ASCII in every encoding that XML readers know. */
export async function isFictionBook(reader: ByteReader): Promise<boolean> {
  const start = await reader.read(0, 64);
  // Only XML begins like that, so other files cost few bytes: a mark of the encoding, white space or "<".
  if (!/^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)?[\s\0]*</.test(start.toString('latin1'))) return false;
  return rootElement(await reader.read(0, HEAD_BYTES))?.name === ROOT;
}

/** @throws {AppError} FILE_CORRUPT if it is cut short, or declares entities, which no book needs and bombs are made of */
export async function inspectFictionBook(reader: ByteReader): Promise<void> {
  const head = withoutNuls(await reader.read(0, HEAD_BYTES));
  if (/<!ENTITY/i.test(head)) throw corrupt('it declares entities');
  const tail = withoutNuls(await reader.read(Math.max(0, reader.sizeBytes - TAIL_BYTES), TAIL_BYTES));
  if (!/<\/(?:[\w.-]+:)?FictionBook\s*>\s*(?:<!--(?:(?!-->)[\s\S])*-->\s*)*$/.test(tail)) throw cutShort();
}

/** Style sheets stand in front of the body, and behind nothing long: FictionBook 2.1, `FictionBook`. */
const FRONT_BYTES = 4 * 1024 * 1024;
const STYLESHEET = /<(?:[\w.-]{1,32}:)?stylesheet[\s/>]/;
const BODY = /<(?:[\w.-]{1,32}:)?body[\s/>]/;
/** Longer than a tag that is looked for, in UTF-16. */
const OVERLAP_BYTES = 128;

/** Whether a FictionBook on disk, that was checked before, has styles of its own. */
export async function hasStylesheet(path: string): Promise<boolean> {
  const reader = await FileByteReader.open(path);
  try {
    for (let at = 0; at < FRONT_BYTES && at < reader.sizeBytes; at += HEAD_BYTES - OVERLAP_BYTES) {
      const text = withoutNuls(await reader.read(at, HEAD_BYTES));
      const body = text.search(BODY);
      const sheet = text.search(STYLESHEET);
      if (sheet >= 0) return body < 0 || sheet < body;
      if (body >= 0) return false;
    }
    return false;
  } finally {
    await reader.close();
  }
}

/** UTF-16 as the ASCII that matters here. */
const withoutNuls = (bytes: Buffer): string => bytes.toString('latin1').replaceAll('\0', '');
