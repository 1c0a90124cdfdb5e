import { execFileSync } from 'node:child_process';
import { brotliCompressSync, constants } from 'node:zlib';

const by =
  (program: string, ...args: readonly string[]) =>
  (bytes: Buffer): Buffer =>
    execFileSync(`/usr/bin/${program}`, ['-c', ...args], { input: bytes, maxBuffer: 2 ** 30 });

/** What packs a tar, by the format. */
export const PACKERS: Readonly<Record<string, (tar: Buffer) => Buffer>> = {
  'tar.bz2': by('bzip2'),
  'tar.xz': by('xz'),
  'tar.zst': by('zstd', '-q'),
  'tar.lz4': by('lz4', '-q'),
  'tar.lzma': by('xz', '--format=lzma', '-1'),
  'tar.lz': by('lzip', '-1'),
  'tar.lzo': by('lzop'),
  'tar.z': by('compress', '-f'),
  'tar.br': (tar) => brotliCompressSync(tar, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
};

/** Packings whose files may be put one behind the other. */
export const JOINABLE = ['tar.bz2', 'tar.xz', 'tar.zst', 'tar.lz4', 'tar.lz'];

/** An ar archive: deb(5). */
function arOf(members: readonly (readonly [name: string, data: Buffer])[]): Buffer {
  const parts = members.flatMap(([name, data]) => [
    Buffer.from(
      `${name.padEnd(16)}${'0'.padEnd(12)}${'0'.padEnd(6)}${'0'.padEnd(6)}${'100644'.padEnd(8)}${`${data.length}`.padEnd(10)}\`\n`,
    ),
    data,
    Buffer.alloc(data.length % 2, '\n'),
  ]);
  return Buffer.concat([Buffer.from('!<arch>\n'), ...parts]);
}

/** A Debian package whose files are this tar, packed with gzip. */
export const debOf = (data: Buffer): Buffer =>
  arOf([
    ['debian-binary', Buffer.from('2.0\n')],
    ['data.tar.gz', data],
  ]);

/** One entry of a cpio archive, in the new ASCII format. */
export function cpioEntry(name: Buffer, mode: number, data: Buffer, declaredBytes = data.length): Buffer {
  const numbers = [1, mode, 0, 0, 1, 1e9, declaredBytes, 0, 0, 0, 0, name.length + 1, 0];
  const header = `070701${numbers.map((number) => number.toString(16).padStart(8, '0')).join('')}`;
  const padded = (bytes: Buffer, start: number): Buffer =>
    Buffer.concat([bytes, Buffer.alloc((4 - ((start + bytes.length) % 4)) % 4)]);
  return Buffer.concat([
    padded(Buffer.concat([Buffer.from(header), name, Buffer.alloc(1)]), 0),
    padded(data, 0),
  ]);
}

/** The end of a cpio archive. */
export const CPIO_END = cpioEntry(Buffer.from('TRAILER!!!'), 0, Buffer.alloc(0));

/** An RPM package with this payload: a lead, two empty headers. */
export function rpmOf(payload: Buffer): Buffer {
  const lead = Buffer.alloc(96);
  lead.write('\xed\xab\xee\xdb\x03\0\0\0\0\x01mill', 'latin1');
  lead.writeUInt16BE(5, 78);
  const header = Buffer.from('8eade8010000000000000000000000000', 'hex').subarray(0, 16);
  return Buffer.concat([lead, header, header, payload]);
}
