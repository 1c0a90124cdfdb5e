import sharp from 'sharp';

const GAIN_MAP_WIDTH_PX = 160;
const GAIN_MAP_HEIGHT_PX = 107;
const XMP = 'http://ns.adobe.com/xap/1.0/\0';
const APP1 = 0xe1;
const APP2 = 0xe2;
/** FF D8, which begins a JPEG. */
const START_BYTES = 2;
/** Length of the start of the picture list before its byte order mark: marker, length, `MPF` and a zero. */
const LIST_HEAD_BYTES = 8;

function segment(marker: number, ...parts: readonly (string | Buffer)[]): Buffer {
  const body = Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)),
  );
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(body.length + 2, 2);
  return Buffer.concat([head, body]);
}

const behindStart = (jpeg: Buffer, ...segments: readonly Buffer[]): Buffer =>
  Buffer.concat([jpeg.subarray(0, START_BYTES), ...segments, jpeg.subarray(START_BYTES)]);

const packet = (namespaces: string, attributes: string, inside = ''): string =>
  `${XMP}<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:hdrgm="http://ns.adobe.com/hdr-gain-map/1.0/"${namespaces} hdrgm:Version="1.0"${attributes}>${inside}</rdf:Description></rdf:RDF></x:xmpmeta>`;

const CONTAINER =
  ' xmlns:Container="http://ns.google.com/photos/1.0/container/" xmlns:Item="http://ns.google.com/photos/1.0/container/item/"';
const item = (semantic: string, length: string): string =>
  `<rdf:li rdf:parseType="Resource"><Container:Item Item:Semantic="${semantic}" Item:Mime="image/jpeg"${length}/></rdf:li>`;

/** CIPA DC-007: an index of two pictures. Offsets count from the byte order mark of this block. */
function multiPicture(sizes: readonly [number, number], secondAt: number): Buffer {
  const entries = Buffer.alloc(32);
  entries.writeUInt32LE(0x030000, 0);
  entries.writeUInt32LE(sizes[0], 4);
  entries.writeUInt32LE(sizes[1], 20);
  entries.writeUInt32LE(secondAt, 24);
  const table = Buffer.alloc(8 + 2 + 3 * 12 + 4);
  table.write('II*\0\x08\0\0\0', 'latin1');
  table.writeUInt16LE(3, 8);
  for (const [i, [tag, type, count, value]] of [
    [0xb000, 7, 4, 0x30303130],
    [0xb001, 4, 1, 2],
    [0xb002, 7, 32, table.length],
  ].entries()) {
    const at = 10 + i * 12;
    table.writeUInt16LE(tag ?? 0, at);
    table.writeUInt16LE(type ?? 0, at + 2);
    table.writeUInt32LE(count ?? 0, at + 4);
    table.writeUInt32LE(value ?? 0, at + 8);
  }
  return segment(APP2, 'MPF\0', table, entries);
}

/**
 * A photo as Android phones write it (Ultra HDR image format 1.1): an ordinary JPEG whose XMP and picture list declare a
 * second JPEG after it, the gain map, which stores how much brighter each part may be shown.
 *
 * @param base - JPEG
 */
export async function ultraHdr(base: Buffer): Promise<Buffer> {
  const grey = sharp({
    create: { width: GAIN_MAP_WIDTH_PX, height: GAIN_MAP_HEIGHT_PX, channels: 3, background: '#808080' },
  });
  const gainMap = behindStart(
    await grey.toColourspace('b-w').jpeg().toBuffer(),
    segment(APP1, packet('', ' hdrgm:GainMapMin="0" hdrgm:GainMapMax="2.3" hdrgm:HDRCapacityMax="2.3"')),
  );
  const items = item('Primary', '') + item('GainMap', ` Item:Length="${gainMap.length}"`);
  const directory = `<Container:Directory><rdf:Seq>${items}</rdf:Seq></Container:Directory>`;
  const xmp = segment(APP1, packet(CONTAINER, '', directory));
  const listBytes = multiPicture([0, 0], 0).length;
  const wholeBytes = base.length + xmp.length + listBytes;
  const listAt = START_BYTES + xmp.length + LIST_HEAD_BYTES;
  const list = multiPicture([wholeBytes, gainMap.length], wholeBytes - listAt);
  return Buffer.concat([behindStart(base, xmp, list), gainMap]);
}
