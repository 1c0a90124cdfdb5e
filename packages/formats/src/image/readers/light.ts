import type { ByteReader } from '../../bytes/byte-reader.js';
import type { Facts } from '../../define/facts.js';

const HEAD_BYTES = 65_536;
const MAX_ATTRIBUTES = 200;

/** The attribute `dataWindow` of an OpenEXR header ("OpenEXR File Layout"): the pixels that the file holds. */
export async function readExr(reader: ByteReader): Promise<Facts> {
  const head = await reader.read(0, HEAD_BYTES);
  let place = 8;
  for (let i = 0; i < MAX_ATTRIBUTES; i++) {
    const nameEnd = head.indexOf(0, place);
    const typeEnd = head.indexOf(0, nameEnd + 1);
    if (nameEnd <= place || typeEnd < 0 || typeEnd + 5 > head.length) return {};
    const data = typeEnd + 5;
    if (head.toString('latin1', place, nameEnd) === 'dataWindow' && data + 16 <= head.length) {
      const [left = 0, top = 0, right = 0, bottom = 0] = [0, 4, 8, 12].map((o) => head.readInt32LE(data + o));
      return { widthPx: right - left + 1, heightPx: bottom - top + 1 };
    }
    place = data + head.readUInt32LE(typeEnd + 1);
  }
  return {};
}

/** The resolution line of a Radiance header: rows from the top, then columns; other orders are left to the engine. */
export async function readRadiance(reader: ByteReader): Promise<Facts> {
  const text = (await reader.read(0, HEAD_BYTES)).toString('latin1');
  const end = text.indexOf('\n\n');
  const size = end < 0 ? null : /^-Y (\d{1,6}) \+X (\d{1,6})\n/.exec(text.slice(end + 2, end + 32));
  return size ? { widthPx: Number(size[2]), heightPx: Number(size[1]) } : {};
}
