import { isUtf8 } from 'node:buffer';
import type { ByteReader } from './byte-reader.js';

const WINDOW_BYTES = 1024 * 1024;
/** The longest character less one byte: the most that the end of a window can cut off. */
const MAX_REST_BYTES = 3;

/** Whether the whole file is valid UTF-8 without NUL bytes, which UTF-16 has many of; reads window by window. */
export async function isUtf8Text(reader: ByteReader): Promise<boolean> {
  let at = 0;
  while (at < reader.sizeBytes) {
    const bytes = await reader.read(at, WINDOW_BYTES);
    const isLast = bytes.length === 0 || at + bytes.length >= reader.sizeBytes;
    const whole = isLast ? bytes : bytes.subarray(0, bytes.length - restBytes(bytes));
    if (!isUtf8(whole) || whole.includes(0)) return false;
    if (isLast) return true;
    at += whole.length;
  }
  return true;
}

/** Number of bytes at the end that belong to an incomplete character. */
function restBytes(bytes: Buffer): number {
  for (let rest = 1; rest <= MAX_REST_BYTES && rest < bytes.length; rest++) {
    const byte = bytes[bytes.length - rest] ?? 0;
    if (byte < 0x80) return 0;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 0;
    if (length > 0) return length > rest ? rest : 0;
  }
  return 0;
}
