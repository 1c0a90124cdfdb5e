import { crc32 } from 'node:zlib';

/** One entry of a test RAR, stored without compression. */
export interface RarEntry {
  readonly name: string;
  readonly data?: Buffer;
  /** Type and permissions as in stat(2): 0o40000 a folder, 0o120000 a link. */
  readonly mode?: number;
  readonly mtimeSeconds?: number;
  readonly declaredBytes?: number;
  /** Marks it as encrypted. */
  readonly encrypted?: boolean;
  /** RAR 5: the entry whose content this one shares. */
  readonly hardLinkTo?: string;
}

const FOLDER = 0o40000;
const isFolder = ({ mode = 0 }: RarEntry): boolean => (mode & 0o170000) === FOLDER;

/** Seven bits a byte, the lowest first: RAR 5.0 archive format, "Variable length integer". */
function number(value: number): Buffer {
  const bytes: number[] = [];
  let left = value;
  for (; left >= 128; left = Math.floor(left / 128)) bytes.push((left % 128) + 128);
  return Buffer.from([...bytes, left]);
}

function header5(...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  const sized = Buffer.concat([number(body.length), body]);
  const sum = Buffer.alloc(4);
  sum.writeUInt32LE(crc32(sized));
  return Buffer.concat([sum, sized]);
}

const word = (value: number, bytes: 2 | 4): Buffer => {
  const buffer = Buffer.alloc(bytes);
  buffer.writeUIntLE(value, 0, bytes);
  return buffer;
};

/** The record of a hard link. */
const redirection = (target: string): Buffer =>
  Buffer.concat([number(5), number(4), number(0), number(Buffer.byteLength(target)), Buffer.from(target)]);

/** RAR 5.0 archive format, rarlab.com/technote.htm. @param encryptedHeaders - with an encryption header in front */
export function rarFive(entries: readonly RarEntry[], encryptedHeaders = false): Buffer {
  const parts: Buffer[] = [Buffer.from('526172211a070100', 'hex')];
  if (encryptedHeaders) parts.push(header5(number(4), number(0), number(0), number(0), Buffer.alloc(17)));
  parts.push(header5(number(1), number(0), number(0)));
  for (const entry of entries) {
    const { name, data = Buffer.alloc(0), mode = 0o100644, mtimeSeconds = 1e9, encrypted } = entry;
    const record = encrypted
      ? Buffer.concat([number(1), number(0), number(0), Buffer.alloc(33)])
      : entry.hardLinkTo !== undefined && redirection(entry.hardLinkTo);
    const extra = record ? Buffer.concat([number(record.length), record]) : Buffer.alloc(0);
    parts.push(
      header5(
        ...[
          number(2),
          number(record ? 3 : 2),
          ...(record ? [number(extra.length)] : []),
          number(data.length),
        ],
        ...[number(isFolder(entry) ? 7 : 6), number(entry.declaredBytes ?? data.length), number(mode)],
        ...[word(mtimeSeconds, 4), word(crc32(data), 4), number(0), number(1)],
        ...[number(Buffer.byteLength(name)), Buffer.from(name), extra],
      ),
      data,
    );
  }
  return Buffer.concat([...parts, header5(number(5), number(0), number(0))]);
}

function header4(type: number, flags: number, body: Buffer): Buffer {
  const rest = Buffer.concat([Buffer.of(type), word(flags, 2), word(7 + body.length, 2), body]);
  return Buffer.concat([word(crc32(rest) % 65_536, 2), rest]);
}

/** Two-second steps since 1980, read as local time; the jail's is UTC. */
function dosTime(seconds: number): Buffer {
  const at = new Date(seconds * 1000);
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1);
  const date = ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate();
  return Buffer.concat([word(time, 2), word(date, 2)]);
}

/** Flags of the main header of a RAR 4. */
interface MainHeader {
  readonly encryptedHeaders?: boolean;
  /** All files are compressed as one stream. */
  readonly solid?: boolean;
}

/** RAR 1.5 to 4, according to technote.txt of the RAR programs. */
export function rarFour(
  entries: readonly RarEntry[],
  { encryptedHeaders = false, solid = false }: MainHeader = {},
): Buffer {
  const parts: Buffer[] = [
    Buffer.from('526172211a0700', 'hex'),
    header4(0x73, (encryptedHeaders ? 0x80 : 0) | (solid ? 0x08 : 0), Buffer.alloc(6)),
  ];
  for (const [index, entry] of entries.entries()) {
    const { name, data = Buffer.alloc(0), mode = 0o100644, mtimeSeconds = 1e9, encrypted } = entry;
    const flags =
      0x8000 | (isFolder(entry) ? 0xe0 : 0) | (encrypted ? 0x04 : 0) | (solid && index > 0 ? 0x10 : 0);
    const fields = [
      ...[
        word(data.length, 4),
        word(entry.declaredBytes ?? data.length, 4),
        Buffer.of(3),
        word(crc32(data), 4),
      ],
      ...[dosTime(mtimeSeconds), Buffer.of(20, 0x30), word(Buffer.byteLength(name), 2), word(mode, 4)],
      Buffer.from(name),
    ];
    parts.push(header4(0x74, flags, Buffer.concat(fields)), data);
  }
  return Buffer.concat([...parts, header4(0x7b, 0x4000, Buffer.alloc(0))]);
}
