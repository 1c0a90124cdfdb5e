import type { ByteReader } from '../../bytes/byte-reader.js';
import type { Facts } from '../../define/facts.js';
import { type Signature, shows } from '../../define/signature.js';

/** How the two numbers of a header are stored. */
type Stored = 'u16le' | 'u16be' | 'u32be';

function numberAt(bytes: Buffer, at: number, stored: Stored): number {
  if (stored === 'u16le') return bytes.readUInt16LE(at);
  return stored === 'u16be' ? bytes.readUInt16BE(at) : bytes.readUInt32BE(at);
}

const HEADER_BYTES = 128;

/** Reads width and height at fixed places of a header; nothing of a shorter one. @param widthAt - offset; `heightAt` as well */
export const sizeAt =
  (widthAt: number, heightAt: number, stored: Stored) =>
  async (reader: ByteReader): Promise<Facts> => {
    const head = await reader.read(0, HEADER_BYTES);
    if (head.length < Math.max(widthAt, heightAt) + 4) return {};
    return { widthPx: numberAt(head, widthAt, stored), heightPx: numberAt(head, heightAt, stored) };
  };

/** Of the header of a portable map: comments may stand between its numbers. */
const MAX_HEADER_BYTES = 4_096;

/** The words of a header without its comments. */
function wordsOf(text: string, count: number): string[] {
  const lines = text.split('\n').map((line) => line.split('#', 1)[0] ?? '');
  return lines.join(' ').split(/\s/).filter(Boolean).slice(0, count);
}

const isNumber = (word: string | undefined): boolean => word !== undefined && /^\d{1,9}$/.test(word);

/** Portable maps of Netpbm: a kind, then width and height as text. */
export const isPortable = (...kinds: readonly string[]): Signature =>
  shows(688 - Number(kinds[0]?.slice(1)), ({ head }) => {
    const text = head.toString('latin1', 0, MAX_HEADER_BYTES);
    if (!kinds.includes(text.slice(0, 2)) || !/^\s/.test(text.slice(2))) return false;
    const [, width, height] = wordsOf(text, 3);
    return isNumber(width) && isNumber(height);
  });

/** Reads width and height of a portable map. */
export async function readPortable(reader: ByteReader): Promise<Facts> {
  const head = await reader.read(0, MAX_HEADER_BYTES);
  const [, width, height] = wordsOf(head.toString('latin1'), 3);
  return { widthPx: Number(width), heightPx: Number(height) };
}

const XBM_BYTES = 2_048;

/** An X bitmap: its width and height are defined as for a compiler of C. */
export const isXbm: Signature = shows(684, ({ head }) => {
  const text = head.toString('latin1', 0, XBM_BYTES);
  return (
    /^(?:\/\*|#define )/.test(text) &&
    text.includes('_width ') &&
    text.includes('_height ') &&
    text.includes('_bits[')
  );
});
