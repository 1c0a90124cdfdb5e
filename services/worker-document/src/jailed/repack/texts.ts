import { isUtf8 } from 'node:buffer';
import { copyFileSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { readIni } from '../data/ini.js';
import { Conversion, Refused, type Value } from '../data/model.js';
import { readToml } from '../data/toml.js';
import { readYaml } from '../data/yaml.js';
import type { RepackWork } from './work.js';

/** A larger text would not fit in memory while it is compared. */
const MAX_BYTES = 16 * 1024 ** 2;
const BLANKS = new Set([0x20, 0x09]);
const [LINE_END, RETURN] = [0x0a, 0x0d];

/** The readers of the engine `data` say whether two texts have the same values. */
type Reader = (text: string, conversion: Conversion) => Value;
const READERS: Readonly<Record<string, Reader>> = {
  yaml: readYaml,
  toml: readToml,
  ini: readIni,
};

/**
 * Writes a text again without the blanks at the ends of its lines; the ends themselves stay, and so does a file that is not
 * UTF-8.
 *
 * @param format - of which the values must stay the same; else every line may lose its blanks
 */
export function repackLines({ input, output }: RepackWork, format: string): void {
  const text = statSync(input).size <= MAX_BYTES ? readFileSync(input) : undefined;
  const smaller = text && isUtf8(text) ? withoutBlanks(text) : undefined;
  const read = READERS[format];
  if (!text || !smaller || (read && !haveSameValues(text, smaller, read))) copyFileSync(input, output);
  else writeFileSync(output, smaller);
}

function withoutBlanks(text: Buffer): Buffer {
  const kept = Buffer.alloc(text.length);
  let length = 0;
  for (const byte of text) {
    if (byte === LINE_END || byte === RETURN) length = lineLength(kept, length);
    kept[length++] = byte;
  }
  return kept.subarray(0, lineLength(kept, length));
}

/** Each byte is removed at most once, so all lines together take linear time. */
function lineLength(kept: Buffer, length: number): number {
  let end = length;
  while (end > 0 && BLANKS.has(kept[end - 1] as number)) end--;
  return end;
}

function haveSameValues(before: Buffer, after: Buffer, read: Reader): boolean {
  const valuesIn = (text: Buffer): Value => read(text.toString('utf8'), new Conversion());
  try {
    return isDeepStrictEqual(valuesIn(before), valuesIn(after));
  } catch (error) {
    // What the reader does not understand, or nests too deeply for it, stays as it is.
    if (error instanceof Refused || error instanceof RangeError) return false;
    throw error;
  }
}
