/** Blocks and fields of ustar and pax: POSIX.1-2017, pax, "ustar Interchange Format". */
export const BLOCK_BYTES = 512;

/** The header of one entry. */
export interface TarHeader {
  readonly name: Buffer;
  /** `0` file, `5` folder; other types are neither. */
  readonly type: string;
  readonly sizeBytes: number;
  /** Permission bits. */
  readonly mode: number;
  /** Seconds since 1970 as decimal text, possibly with a fraction. */
  readonly mtime: string;
  readonly uid: number;
  readonly gid: number;
  readonly userName: string;
  readonly groupName: string;
}

/** Whether a block has a valid header checksum. */
export function isTarHeader(block: Buffer): boolean {
  if (block.length < BLOCK_BYTES || block[0] === 0) return false;
  return headerChecksum(block) === readNumber(block, 148, 8);
}

/** The sum of all bytes of a header, in which the checksum field counts as spaces. */
export function headerChecksum(block: Buffer): number {
  let sum = 8 * 32;
  for (let at = 0; at < BLOCK_BYTES; at++) if (at < 148 || at >= 156) sum += block[at] ?? 0;
  return sum;
}

/** An octal number, or a binary one after GNU tar's mark 0x80. */
export function readNumber(block: Buffer, at: number, length: number): number {
  if ((block[at] ?? 0) & 0x80) {
    const bytes = Buffer.from(block.subarray(at, at + length));
    if (bytes[0] === 0x80) bytes[0] = 0;
    return Number(BigInt.asIntN(length * 8, BigInt(`0x${bytes.toString('hex')}`)));
  }
  return Number.parseInt(readText(block, at, length).toString('latin1').trim() || '0', 8);
}

/** Up to the first NUL. */
export function readText(block: Buffer, at: number, length: number): Buffer {
  const field = block.subarray(at, at + length);
  const end = field.indexOf(0);
  return end < 0 ? field : field.subarray(0, end);
}

/** Padding of the last block. */
export const paddingOf = (sizeBytes: number): number =>
  (BLOCK_BYTES - (sizeBytes % BLOCK_BYTES)) % BLOCK_BYTES;

const ASCII = /^[\x20-\x7e]*$/;
const NAME_BYTES = 100;
const MAX_OCTAL_7 = 0o7777777;
const MAX_OCTAL_11 = 0o77777777777;

const isOctal7 = (value: number): boolean => value >= 0 && value <= MAX_OCTAL_7;
const fitsOwner = (name: string): boolean => ASCII.test(name) && name.length < 32;

/** Two blocks of zeros end a tar. */
export const TAR_END: Buffer = Buffer.alloc(2 * BLOCK_BYTES);

/** Header of one entry, with an extended one if names, times or owners do not fit into the old fields. */
export function tarHeader(entry: Omit<TarHeader, 'name'> & { readonly name: string }): Buffer {
  const records: string[] = [];
  const record = (key: string, value: string): void => void records.push(paxRecord(key, value));
  if (!ASCII.test(entry.name) || entry.name.length > NAME_BYTES) record('path', entry.name);
  if (!/^\d+$/.test(entry.mtime) || Number(entry.mtime) > MAX_OCTAL_11) record('mtime', entry.mtime);
  if (!isOctal7(entry.uid)) record('uid', `${entry.uid}`);
  if (!isOctal7(entry.gid)) record('gid', `${entry.gid}`);
  if (!fitsOwner(entry.userName)) record('uname', entry.userName);
  if (!fitsOwner(entry.groupName)) record('gname', entry.groupName);
  const own = block(entry);
  if (records.length === 0) return own;
  const body = Buffer.from(records.join(''));
  const extended = block({ ...entry, name: 'PaxHeader', type: 'x', sizeBytes: body.length, mode: 0o644 });
  return Buffer.concat([extended, body, Buffer.alloc(paddingOf(body.length)), own]);
}

/** A comment without meaning: POSIX.1-2017, pax, "comment"; the length includes itself. */
const COMMENT = Buffer.from('20 comment=filemill\n');

/**
 * A global header before every tar that bsdtar reads. bsdtar cannot be told what it reads: it looks at the first bytes,
 * decompresses whatever they resemble, and follows a list of files (mtree) to any file that it may open. The first name
 * in a tar can be made to look like that, so the first bytes are ours.
 */
export const TAR_FRONT: Buffer = Buffer.concat([
  block({
    ...{ name: 'filemill', type: 'g', sizeBytes: COMMENT.length, mode: 0o644, mtime: '0' },
    ...{ uid: 0, gid: 0, userName: '', groupName: '' },
  }),
  COMMENT,
  Buffer.alloc(paddingOf(COMMENT.length)),
]);

/** The length includes its own digits. */
function paxRecord(key: string, value: string): string {
  const rest = ` ${key}=${value}\n`;
  const bytes = Buffer.byteLength(rest);
  let length = bytes + `${bytes}`.length;
  if (`${length}`.length > `${bytes}`.length) length = bytes + `${length}`.length;
  return length + rest;
}

function block(entry: Omit<TarHeader, 'name'> & { readonly name: string }): Buffer {
  const bytes = Buffer.alloc(BLOCK_BYTES);
  const octal = (value: number, at: number, length: number): void =>
    void bytes.write(value.toString(8).padStart(length - 1, '0'), at, 'latin1');
  const seconds = Math.floor(Number(entry.mtime));
  bytes.write(ASCII.test(entry.name) ? entry.name.slice(0, NAME_BYTES) : 'see-extended-header', 0, 'latin1');
  octal(entry.mode, 100, 8);
  octal(isOctal7(entry.uid) ? entry.uid : 0, 108, 8);
  octal(isOctal7(entry.gid) ? entry.gid : 0, 116, 8);
  octal(entry.sizeBytes, 124, 12);
  octal(seconds >= 0 && seconds <= MAX_OCTAL_11 ? seconds : 0, 136, 12);
  bytes.write(entry.type, 156, 'latin1');
  bytes.write('ustar\x0000', 257, 'latin1');
  if (fitsOwner(entry.userName)) bytes.write(entry.userName, 265, 'latin1');
  if (fitsOwner(entry.groupName)) bytes.write(entry.groupName, 297, 'latin1');
  bytes.write(`${headerChecksum(bytes).toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  return bytes;
}
