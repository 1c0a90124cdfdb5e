import { decodeText } from './decode.js';

/** A page must declare its encoding within this many bytes: HTML standard, section 4.2.5.4. */
const DECLARED_WITHIN = 1_024;
const DECLARED = /<(?:meta\b[^<>]*?charset\s*=\s*["']?|\?xml\b[^<>]*?encoding\s*=\s*["'])([\w:.-]+)/i;

/** Decodes a web page: by its byte order mark or its own declaration, else like any other text. */
export function decodeHtml(bytes: Buffer): string {
  const hasMark = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  const label = DECLARED.exec(bytes.toString('latin1', 0, DECLARED_WITHIN))?.[1];
  if (hasMark || label === undefined) return decodeText(bytes);
  try {
    return new TextDecoder(label).decode(bytes);
  } catch {
    return decodeText(bytes); // an unknown encoding
  }
}
