import { promisify } from 'node:util';
import { constants, inflateRaw } from 'node:zlib';
import { ENCRYPTED_FLAG, LOCAL_HEADER_BYTES } from './zip.js';

/** An entry, read from its local header and the bytes after it. */
interface LocalEntry {
  readonly name: string;
  readonly flags: number;
  readonly method: number;
  /** Packed; up to the next entry or the end of what was read. */
  readonly data: Buffer;
  /** The bytes that were read end inside its data. */
  readonly isCut: boolean;
}

/** APPNOTE.TXT 6.3.10, section 4.3.7. */
const LOCAL_MARK = Buffer.from('PK\x03\x04', 'latin1');
const SIZES_FOLLOW = 0x0008;

/**
 * The entries at the beginning of a zip whose directory is cut off or lost.
 *
 * @param head - the first bytes of the file; each is read once
 */
export function readLocalEntries(head: Buffer): LocalEntry[] {
  const entries: LocalEntry[] = [];
  let at = head.indexOf(LOCAL_MARK);
  while (at >= 0 && at + LOCAL_HEADER_BYTES <= head.length) {
    const flags = head.readUInt16LE(at + 6);
    const nameEnd = at + LOCAL_HEADER_BYTES + head.readUInt16LE(at + 26);
    const dataAt = nameEnd + head.readUInt16LE(at + 28);
    if (dataAt > head.length) break;
    const packedBytes = head.readUInt32LE(at + 18);
    const hasSize = (flags & SIZES_FOLLOW) === 0 || packedBytes > 0;
    const next = head.indexOf(LOCAL_MARK, hasSize ? Math.min(dataAt + packedBytes, head.length) : dataAt);
    entries.push({
      name: head.toString('utf8', at + LOCAL_HEADER_BYTES, nameEnd),
      flags,
      method: head.readUInt16LE(at + 8),
      data: head.subarray(dataAt, hasSize ? dataAt + packedBytes : next < 0 ? undefined : next),
      isCut: hasSize ? dataAt + packedBytes > head.length : next < 0,
    });
    at = next;
  }
  return entries;
}

const unpack = promisify(inflateRaw);

/** As much of an entry as can be unpacked, as text; undefined if nothing can. */
export async function readLocalText(
  { flags, method, data }: LocalEntry,
  maxBytes: number,
): Promise<string | undefined> {
  if ((flags & ENCRYPTED_FLAG) !== 0) return undefined;
  if (method === 0) return data.toString('utf8', 0, maxBytes);
  if (method !== 8) return undefined;
  // A truncated entry returns what precedes the cut.
  const options = { maxOutputLength: maxBytes, finishFlush: constants.Z_SYNC_FLUSH };
  return unpack(data, options).then(
    (text) => text.toString('utf8'),
    () => undefined,
  );
}
