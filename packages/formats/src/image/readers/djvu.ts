import type { ByteReader } from '../../bytes/byte-reader.js';
import type { Facts } from '../../define/facts.js';

const HEAD_BYTES = 28;

/** Size of a single page ("DjVu3 Reference", INFO chunk); that of a bundle is left to the engine. */
export async function readDjvu(reader: ByteReader): Promise<Facts> {
  const head = await reader.read(0, HEAD_BYTES);
  if (head.length < HEAD_BYTES || head.toString('latin1', 12, 20) !== 'DJVUINFO') return {};
  return { widthPx: head.readUInt16BE(24), heightPx: head.readUInt16BE(26) };
}
