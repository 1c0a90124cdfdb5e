/** A file in a tar. */
interface TarEntry {
  /** Without folders. */
  readonly name: string;
  readonly sizeBytes: number;
  /** Unix seconds. */
  readonly modifiedAt: number;
}

/** POSIX.1-2017, pax interchange format: everything is a multiple of this. */
const BLOCK = 512;
const CHECKSUM_AT = 148;

const blocks = (bytes: Buffer): Buffer => Buffer.concat([bytes, tarPadding(bytes.length)]);

/** A number in octal with its end. @param length - of the field */
const octal = (value: number, length: number): string => `${value.toString(8).padStart(length - 1, '0')}\0`;

/**
 * The header of an entry: a record with its name in UTF-8 and its size, neither of which an old header could hold, and
 * the old header with a name of its own.
 */
export function tarHeader(entry: TarEntry): Buffer {
  const records = Buffer.concat([record('path', entry.name), record('size', `${entry.sizeBytes}`)]);
  const { modifiedAt } = entry;
  return Buffer.concat([
    oldHeader({ name: 'PaxHeader', sizeBytes: records.length, modifiedAt }, 'x'),
    blocks(records),
    oldHeader({ ...entry, name: 'file', sizeBytes: Math.min(entry.sizeBytes, 8 ** 11 - 1) }, '0'),
  ]);
}

/** What fills the last block of a file. */
export const tarPadding = (sizeBytes: number): Buffer => Buffer.alloc((BLOCK - (sizeBytes % BLOCK)) % BLOCK);

/** Two empty blocks end a tar. */
export const tarEnd = (): Buffer => Buffer.alloc(2 * BLOCK);

/** `<length of all> <key>=<value>\n`. */
function record(key: string, value: string): Buffer {
  const rest = ` ${key}=${value}\n`;
  const restBytes = Buffer.byteLength(rest);
  // The number counts its own digits.
  let length = restBytes + 1;
  while (`${length}`.length + restBytes > length) length += 1;
  return Buffer.from(`${length}${rest}`);
}

function oldHeader({ name, sizeBytes, modifiedAt }: TarEntry, type: string): Buffer {
  const header = Buffer.alloc(BLOCK);
  const fields: readonly (readonly [offset: number, text: string])[] = [
    ...([
      [0, name],
      [100, octal(0o644, 8)],
      [108, octal(0, 8)],
      [116, octal(0, 8)],
    ] as const),
    ...([
      [124, octal(sizeBytes, 12)],
      [136, octal(modifiedAt, 12)],
    ] as const),
    ...([
      [CHECKSUM_AT, ' '.repeat(8)],
      [156, type],
      [257, 'ustar\x0000'],
    ] as const),
  ];
  for (const [offset, text] of fields) header.write(text, offset, 'latin1');
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, CHECKSUM_AT, 'latin1');
  return header;
}
