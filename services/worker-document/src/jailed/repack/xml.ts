import { copyFileSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import type { RepackWork } from './work.js';
import { tidied } from './xml-tokens.js';

/** A larger text would not fit in memory, decoded and tidied. */
const MAX_BYTES = 64 * 1024 ** 2;
const BOM = Buffer.from('\ufeff');
/** Encodings in which a byte of ASCII may be a part of another letter. */
const SHIFTING = /^(?:iso-2022|utf-7|hz|utf-16|utf-32|ucs|iso-10646|ibm|ebcdic|cp\d{3}$)/i;
/** What stands between an XML declaration's marks; no name of an encoding is longer. */
const DECLARATION = /^<\?xml\s[^<>]{0,200}\?>/;
const ENCODING = /\sencoding\s*=\s*(["'])([\w.:-]{1,40})\1/i;

/**
 * Writes XML again without what parsers never see: white space inside of tags and between the parts before and after the root
 * element, carriage returns at the ends of lines, end tags of empty elements, and the second byte of UTF-16. Canonical XML of
 * both is the same. White space between elements goes only where a format says that it means nothing.
 *
 * A file that is not well-formed, defines entities, or has an encoding of its own stays as it is.
 *
 * @see XML 1.0, 2.10, 2.11; Canonical XML 1.1
 */
export function repackXml({ input, output }: RepackWork, format: string): void {
  const file = statSync(input).size <= MAX_BYTES ? readFileSync(input) : undefined;
  const text = file && textOf(file);
  const smaller = text && tidied(text.content, format);
  if (text && smaller !== undefined) writeFileSync(output, Buffer.concat([text.mark, text.encode(smaller)]));
  else copyFileSync(input, output);
}

interface Text {
  readonly mark: Buffer;
  /** Each character is a byte, unless it was UTF-16. */
  readonly content: string;
  encode(content: string): Buffer;
}

const inBytes = (content: string): Buffer => Buffer.from(content, 'latin1');

/** Undefined in an encoding in which the marks of XML cannot be told by single bytes. */
function textOf(file: Buffer): Text | undefined {
  const wide = utf16In(file);
  if (wide)
    return { mark: Buffer.alloc(0), content: asUtf8(wide), encode: (content) => Buffer.from(content) };
  const mark = file.subarray(0, file.indexOf(BOM) === 0 ? BOM.length : 0);
  const content = file.toString('latin1', mark.length);
  const encoding = ENCODING.exec(DECLARATION.exec(content)?.[0] ?? '')?.[2] ?? 'utf-8';
  return SHIFTING.test(encoding) ? undefined : { mark, content, encode: inBytes };
}

/** Only with the byte order mark, which XML requires of UTF-16. */
function utf16In(file: Buffer): string | undefined {
  const [first = 0, second = 0] = file;
  const label = first === 0xff && second === 0xfe ? 'utf-16le' : 'utf-16be';
  if (label === 'utf-16be' && !(first === 0xfe && second === 0xff)) return undefined;
  try {
    return new TextDecoder(label, { fatal: true }).decode(file);
  } catch {
    // A lone surrogate or half a character: the tidier is given what no XML is.
    return '';
  }
}

const asUtf8 = (text: string): string =>
  text.replace(DECLARATION, (declaration) => declaration.replace(ENCODING, ' encoding="UTF-8"'));
