import { brotliCompressSync, deflateSync } from 'node:zlib';

/** One table of a test font. */
export interface Part {
  readonly tag: string;
  readonly bytes: Buffer;
}

const head = Buffer.alloc(54);
head.writeUInt32BE(0x5f0f3cf5, 12);
/** The minimal header tables of a font of three glyphs, without outlines. */
export const parts: readonly Part[] = [
  { tag: 'head', bytes: head },
  { tag: 'loca', bytes: Buffer.alloc(8) },
  { tag: 'maxp', bytes: Buffer.from('000100000003', 'hex') },
  { tag: 'name', bytes: Buffer.alloc(400, 'name') },
];

const padded = (bytes: Buffer): Buffer => Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)]);

/** An OpenType file. */
export function aSfnt(tables: readonly Part[], version = '\0\x01\0\0'): Buffer {
  const directory = Buffer.alloc(12 + 16 * tables.length);
  directory.write(version, 'latin1');
  directory.writeUInt16BE(tables.length, 4);
  let offset = directory.length;
  for (const [i, { tag, bytes }] of tables.entries()) {
    directory.write(tag, 12 + 16 * i, 'latin1');
    directory.writeUInt32BE(offset, 20 + 16 * i);
    directory.writeUInt32BE(bytes.length, 24 + 16 * i);
    offset += padded(bytes).length;
  }
  return Buffer.concat([directory, ...tables.map(({ bytes }) => padded(bytes))]);
}

/** A WOFF file. @param lies - other compressed bytes of `maxp`; a wrong uncompressed size of `name` */
export function aWoff(tables: readonly Part[], lies: { maxp?: Buffer; declaredBytes?: number } = {}): Buffer {
  const directory = Buffer.alloc(44 + 20 * tables.length);
  const data: Buffer[] = [];
  let offset = directory.length;
  let total = 12 + 16 * tables.length;
  for (const [i, { tag, bytes }] of tables.entries()) {
    const lie = tag === 'maxp' ? lies.maxp : undefined;
    const packed = lie ?? deflateSync(bytes);
    const stored = packed.length < bytes.length || lie ? packed : bytes;
    const declared = (tag === 'name' ? lies.declaredBytes : lie && lie.length + 1) ?? bytes.length;
    directory.write(tag, 44 + 20 * i, 'latin1');
    directory.writeUInt32BE(offset, 48 + 20 * i);
    directory.writeUInt32BE(stored.length, 52 + 20 * i);
    directory.writeUInt32BE(declared, 56 + 20 * i);
    total += Math.ceil(declared / 4) * 4;
    offset += padded(stored).length;
    data.push(padded(stored));
  }
  directory.write('wOFF\0\x01\0\0', 'latin1');
  directory.writeUInt32BE(offset, 8);
  directory.writeUInt16BE(tables.length, 12);
  directory.writeUInt32BE(total, 16);
  return Buffer.concat([directory, ...data]);
}

const base128 = (value: number): Buffer => {
  const bytes = [value & 127];
  for (let rest = value >>> 7; rest > 0; rest >>>= 7) bytes.unshift(128 | (rest & 127));
  return Buffer.from(bytes);
};

/** A WOFF2 file with uncompressed tables. @param lies - the length of `name`, as a number or as bytes */
export function aWoff2(
  tables: readonly Part[],
  lies: { declaredBytes?: number; lengthBytes?: Buffer } = {},
): Buffer {
  const entries = tables.map(({ tag, bytes }) => {
    const flags = 63 | (tag === 'loca' ? 3 << 6 : 0);
    const length =
      tag === 'name'
        ? (lies.lengthBytes ?? base128(lies.declaredBytes ?? bytes.length))
        : base128(bytes.length);
    return Buffer.concat([Buffer.from([flags]), Buffer.from(tag, 'latin1'), length]);
  });
  const stream = brotliCompressSync(Buffer.concat(tables.map(({ bytes }) => bytes)));
  const header = Buffer.alloc(48);
  header.write('wOF2\0\x01\0\0', 'latin1');
  header.writeUInt16BE(tables.length, 12);
  header.writeUInt32BE(aSfnt(tables).length, 16);
  header.writeUInt32BE(stream.length, 20);
  const whole = Buffer.concat([header, ...entries, stream]);
  whole.writeUInt32BE(whole.length, 8);
  return whole;
}
