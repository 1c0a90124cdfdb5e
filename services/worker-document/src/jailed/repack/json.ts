import { isUtf8 } from 'node:buffer';
import { copyFileSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import type { RepackWork } from './work.js';

/** A larger text would not fit in memory while it is checked. */
const MAX_BYTES = 128 * 1024 ** 2;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const LINE_END = 0x0a;
const SPACES = new Set([0x20, 0x09, 0x0d, LINE_END]);

/**
 * Removes the white space between the values of JSON (RFC 8259); every value stays as it is written. With comments, in
 * another encoding or with other deviations, a file stays as it is.
 *
 * @param isLines - each line is a value of its own
 */
export function repackJson({ input, output }: RepackWork, isLines: boolean): void {
  const { size } = statSync(input);
  const text = size <= MAX_BYTES ? readFileSync(input) : undefined;
  if (text && isUtf8(text) && isStrict(text.toString('utf8'), isLines)) {
    writeFileSync(output, minified(text, isLines));
  } else copyFileSync(input, output);
}

function isStrict(text: string, isLines: boolean): boolean {
  try {
    for (const part of isLines ? text.split('\n') : [text]) {
      if (!isLines || part.trim() !== '') JSON.parse(part);
    }
    return true;
  } catch {
    return false;
  }
}

function minified(text: Buffer, isLines: boolean): Buffer {
  const kept = Buffer.alloc(text.length);
  let length = 0;
  let isString = false;
  let isEscaped = false;
  for (const byte of text) {
    if (!isString && SPACES.has(byte) && !(isLines && byte === LINE_END)) continue;
    kept[length++] = byte;
    if (byte === QUOTE && !isEscaped) isString = !isString;
    isEscaped = isString && byte === BACKSLASH && !isEscaped;
  }
  return kept.subarray(0, length);
}
