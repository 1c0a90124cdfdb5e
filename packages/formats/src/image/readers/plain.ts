import type { ByteReader } from '../../bytes/byte-reader.js';
import type { Facts } from '../../define/facts.js';
import { type Signature, shows } from '../../define/signature.js';

/** How the two numbers of a header are stored. */
type Stored = 'u16le' | 'u16be' | 'u32le' | 'u32be';

function numberAt(bytes: Buffer, at: number, stored: Stored): number {
  if (stored === 'u16le') return bytes.readUInt16LE(at);
  if (stored === 'u32le') return bytes.readUInt32LE(at);
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

const CUT = 'it ends too early';
const QOI_END = Buffer.from([0, 0, 0, 0, 0, 0, 0, 1]);

/** QOI: the size, and whether its end is there, which ffmpeg does not miss. */
export async function readQoi(reader: ByteReader): Promise<Facts> {
  const size = await sizeAt(4, 8, 'u32be')(reader);
  const end = await reader.read(Math.max(0, reader.sizeBytes - QOI_END.length), QOI_END.length);
  return end.equals(QOI_END) ? size : { ...size, damage: CUT };
}

const RAS_HEADER_BYTES = 32;

/** Sun raster: the size, and whether all its data are there, which ffmpeg does not miss. */
export async function readRas(reader: ByteReader): Promise<Facts> {
  const head = await reader.read(0, RAS_HEADER_BYTES);
  if (head.length < RAS_HEADER_BYTES) return { damage: CUT };
  const size = { widthPx: head.readUInt32BE(4), heightPx: head.readUInt32BE(8) };
  const bytes = RAS_HEADER_BYTES + head.readUInt32BE(16) + head.readUInt32BE(28);
  return bytes > reader.sizeBytes ? { ...size, damage: CUT } : size;
}

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

/** Portable float map: its third number, below zero for bytes in Intel's order, may have a point. */
export const isFloatMap = (...kinds: readonly string[]): Signature =>
  shows(683, ({ head }) => {
    const text = head.toString('latin1', 0, 64);
    const [kind = '', width, height, scale = ''] = wordsOf(text, 4);
    return (
      kinds.includes(kind) && isNumber(width) && isNumber(height) && /^-?\d{1,4}(?:\.\d{1,20})?$/.test(scale)
    );
  });

/** Reads width and height of a portable map. */
export async function readPortable(reader: ByteReader): Promise<Facts> {
  const head = await reader.read(0, MAX_HEADER_BYTES);
  const [, width, height] = wordsOf(head.toString('latin1'), 3);
  return isNumber(width) && isNumber(height) ? { widthPx: Number(width), heightPx: Number(height) } : {};
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

const CARD_BYTES = 80;
const MAX_CARDS = 360;

/** The cards NAXIS1 and NAXIS2 of a FITS header (FITS 4.0, 4.4.1). */
export async function readFits(reader: ByteReader): Promise<Facts> {
  const head = (await reader.read(0, MAX_CARDS * CARD_BYTES)).toString('latin1');
  const sides = new Map<string, number>();
  for (let place = 0; place + CARD_BYTES <= head.length; place += CARD_BYTES) {
    const [key, value] = [
      head.slice(place, place + 8).trim(),
      Number(head.slice(place + 10, place + CARD_BYTES).split('/', 1)[0]),
    ];
    if (key === 'END') break;
    if (Number.isInteger(value)) sides.set(key, value);
  }
  const [widthPx, heightPx] = [sides.get('NAXIS1') ?? 0, sides.get('NAXIS2') ?? 0];
  return widthPx > 0 && heightPx > 0 ? { widthPx, heightPx } : {};
}
