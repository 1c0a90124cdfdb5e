import { type ByteReader, corrupt } from '../../bytes/byte-reader.js';
import { ForwardWindow } from '../../bytes/windows.js';
import type { Facts } from '../../define/facts.js';

const MAX_ENTRIES = 256;
const ENTRY_BYTES = 16;

/** An icon, or a cursor, which has the place that clicks where an icon has its planes and bits. */
type Kind = 'icon' | 'cursor';
const MAGIC: Readonly<Record<Kind, number>> = { icon: 0x0001_0000, cursor: 0x0002_0000 };

/** The magic number is only zeros and small numbers, so an entry must also point into the file, after the directory. */
export function isIco(head: Buffer, sizeBytes: number, kind: Kind = 'icon'): boolean {
  if (head.length < 22 || head.readUInt32LE(0) !== MAGIC[kind]) return false;
  const count = head.readUInt16LE(4);
  if (count === 0 || count > MAX_ENTRIES) return false;
  for (let at = 6; at < 6 + count * ENTRY_BYTES && at + ENTRY_BYTES <= head.length; at += ENTRY_BYTES) {
    const offset = head.readUInt32LE(at + 12);
    const isPlain = head.readUInt8(at + 3) === 0 && (kind === 'cursor' || head.readUInt16LE(at + 4) <= 1);
    if (isPlain && offset >= 6 + ENTRY_BYTES && offset < sizeBytes) return true;
  }
  return false;
}

/** The size of the largest picture, from its own header; damaged if one of the pictures is. */
export async function readIcoLimits(reader: ByteReader): Promise<Facts> {
  const window = new ForwardWindow(reader);
  const count = (await window.take(4, 2)).readUInt16LE(0);
  if (count === 0 || count > MAX_ENTRIES) throw corrupt(`${count} pictures in an icon`);
  let largest = { widthPx: 0, heightPx: 0 };
  let damage: string | undefined;
  for (let i = 0; i < count; i++) {
    const entry = await window.take(6 + i * ENTRY_BYTES, ENTRY_BYTES);
    const [length, offset] = [entry.readUInt32LE(8), entry.readUInt32LE(12)];
    const picture = pictureSize(await reader.read(offset, 24));
    if (!picture || offset + length > reader.sizeBytes) damage = 'a picture of the icon is broken';
    if (picture && picture.widthPx * picture.heightPx > largest.widthPx * largest.heightPx) largest = picture;
  }
  if (largest.widthPx === 0) throw corrupt('it holds no picture');
  return damage === undefined ? { ...largest, hasAlpha: true } : { ...largest, hasAlpha: true, damage };
}

/** A PNG, or a bitmap header whose height counts picture and mask; undefined if it is neither. */
function pictureSize(head: Buffer): { widthPx: number; heightPx: number } | undefined {
  if (head.length < 24) return undefined;
  if (head.toString('latin1', 1, 4) === 'PNG') {
    return { widthPx: head.readUInt32BE(16), heightPx: head.readUInt32BE(20) };
  }
  const [widthPx, doubled] = [head.readInt32LE(4), Math.abs(head.readInt32LE(8))];
  if (head.readUInt32LE(0) < 40 || head.readUInt32LE(0) > 256 || widthPx <= 0) return undefined;
  return { widthPx, heightPx: Math.floor(doubled / 2) };
}
