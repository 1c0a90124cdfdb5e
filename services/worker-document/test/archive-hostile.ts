import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32, deflateRawSync, gzipSync } from 'node:zlib';
import { CPIO_END, cpioEntry, debOf, JOINABLE, PACKERS, rpmOf } from './archive-hostile-packed.js';
import { rarFive, rarFour } from './archive-rar.js';
import { run } from './archive-reading.js';

/** One entry of a test archive; the optional fields make its headers wrong. */
export interface Entry {
  /** A Buffer if the name is not UTF-8. */
  readonly name: string | Buffer;
  readonly data?: Buffer;
  /** As in stat(2): 0o120000 a link, 0o40000 a folder. */
  readonly mode?: number;
  /** Target of a link. */
  readonly target?: string;
  /** Type of a tar entry that the mode does not express: `1` a hard link, `3` a device, `6` a pipe. */
  readonly tarType?: string;
  readonly declaredBytes?: number;
  readonly localName?: string;
  readonly localBytes?: number;
  readonly localMethod?: number;
  /** Its central directory entry points to the entry before it. */
  readonly sharesOffset?: boolean;
}

const LINK = 0o120000;
const contentOf = ({ data, target = '' }: Entry): Buffer => data ?? Buffer.from(target);

/** A zip (APPNOTE.TXT 6.3.10), without the flag for UTF-8. */
export function zipOf(entries: readonly Entry[]): Buffer {
  const local: Buffer[] = [];
  const central: Buffer[] = [];
  let [at, before] = [0, 0];
  for (const entry of entries) {
    const data = contentOf(entry);
    const packed = deflateRawSync(data);
    const header = (name: Buffer, method: number, bytes: number): Buffer => {
      const fields = Buffer.alloc(26);
      fields.writeUInt16LE(20, 0);
      fields.writeUInt16LE(method, 4);
      fields.writeUInt32LE(0x5a21_0000, 6);
      fields.writeUInt32LE(crc32(data), 10);
      fields.writeUInt32LE(packed.length, 14);
      fields.writeUInt32LE(bytes, 18);
      fields.writeUInt16LE(name.length, 22);
      return fields;
    };
    const name = Buffer.from(entry.name as string);
    const localName = entry.localName === undefined ? name : Buffer.from(entry.localName);
    const bytes = entry.declaredBytes ?? data.length;
    const end = Buffer.alloc(14);
    end.writeUInt32LE(((entry.mode ?? 0o100644) << 16) >>> 0, 6);
    end.writeUInt32LE(entry.sharesOffset ? before : at, 10);
    const first = header(localName, entry.localMethod ?? 8, entry.localBytes ?? bytes);
    local.push(Buffer.from('PK\x03\x04'), first, localName, packed);
    central.push(Buffer.from('PK\x01\x02\x14\x03'), header(name, 8, bytes), end, name);
    before = at;
    at += 30 + localName.length + packed.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...local, directory, end]);
}

/** A ustar archive, with GNU's blocks for names that are longer than the field. */
export function tarOf(entries: readonly Entry[]): Buffer {
  const blocks = entries.flatMap((entry) => {
    const name = Buffer.from(entry.name as string);
    const isLink = ((entry.mode ?? 0) & 0o170000) === LINK;
    const type = entry.tarType ?? (isLink ? '2' : ((entry.mode ?? 0) & 0o170000) === 0o40000 ? '5' : '0');
    const data = type === '0' ? contentOf(entry) : Buffer.alloc(0);
    const own = tarBlock(name, type, entry.declaredBytes ?? data.length, entry);
    const long =
      name.length > 100
        ? [tarBlock(Buffer.from('././@LongLink'), 'L', name.length, {}), paddedToBlock(name)]
        : [];
    return [...long, own, paddedToBlock(data)];
  });
  return Buffer.concat([...blocks, Buffer.alloc(1_024)]);
}

const paddedToBlock = (data: Buffer): Buffer =>
  Buffer.concat([data, Buffer.alloc((512 - (data.length % 512)) % 512)]);

function tarBlock(
  name: Buffer,
  type: string,
  size: number,
  { mode = 0o644, target = '' }: Partial<Entry>,
): Buffer {
  const block = Buffer.alloc(512);
  name.copy(block, 0, 0, 100);
  block.write((mode & 0o7777).toString(8).padStart(7, '0'), 100);
  block.write(size.toString(8).padStart(11, '0'), 124);
  block.write('07346545000', 136);
  block.write(`        ${type}${target}`, 148);
  block.write('ustar\x0000', 257, 'latin1');
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  return block;
}

/** A cpio archive, in the new ASCII format. */
const cpioOf = (entries: readonly Entry[]): Buffer =>
  Buffer.concat([
    ...entries.map((entry) =>
      cpioEntry(
        Buffer.from(entry.name as string),
        entry.mode ?? 0o100644,
        contentOf(entry),
        entry.declaredBytes,
      ),
    ),
    CPIO_END,
  ]);

/** Calls a function with a folder that is removed afterwards. */
function inFolder<T>(work: (folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'hostile-'));
  try {
    return work(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * A 7z archive. 7z refuses hostile names, so they are written into its list afterwards, with the checksums of 7zFormat.txt.
 * Such names must have the same length as these: `n0`, `n1` and so on, padded with `_`.
 */
function sevenZipOf(entries: readonly Entry[], moreArgs: readonly string[] = []): Buffer {
  return inFolder((folder) => {
    const names = entries.map((entry, index) => {
      const placeholder = `n${index}`.padEnd(`${entry.name}`.length, '_');
      const isLink = ((entry.mode ?? 0) & 0o170000) === LINK;
      if (isLink) symlinkSync(entry.target ?? 'x', join(folder, placeholder));
      else writeFileSync(join(folder, placeholder), contentOf(entry));
      return placeholder;
    });
    run(
      '7z',
      ['a', '-mhc=off', '-snl', '-bso0', '-bsp0', '-mx=1', ...moreArgs, 'a.7z', '--', ...names],
      folder,
    );
    const bytes = readFileSync(join(folder, 'a.7z'));
    const at = 32 + Number(bytes.readBigUInt64LE(12));
    for (const [index, placeholder] of names.entries()) {
      const found = bytes.indexOf(Buffer.from(placeholder, 'utf16le'), at);
      if (found > 0) Buffer.from(`${entries[index]?.name}`, 'utf16le').copy(bytes, found);
    }
    bytes.writeUInt32LE(crc32(bytes.subarray(at, at + Number(bytes.readBigUInt64LE(20)))), 28);
    bytes.writeUInt32LE(crc32(bytes.subarray(12, 32)), 8);
    return bytes;
  });
}

const rarEntries = (entries: readonly Entry[]) =>
  entries.map((entry) => ({ ...entry, name: `${entry.name}`, data: contentOf(entry) }));

/** Makes the same archive in each kind. */
export const KINDS: Readonly<Record<string, (entries: readonly Entry[]) => Buffer>> = {
  zip: zipOf,
  '7z': (entries) => sevenZipOf(entries),
  tar: tarOf,
  'tar.gz': (entries) => gzipSync(tarOf(entries)),
  ...Object.fromEntries(
    Object.entries(PACKERS).map(([kind, pack]) => [
      kind,
      (entries: readonly Entry[]) => pack(tarOf(entries)),
    ]),
  ),
  cpio: cpioOf,
  deb: (entries) => debOf(gzipSync(tarOf(entries))),
  rpm: (entries) => rpmOf(gzipSync(cpioOf(entries))),
  rar: (entries) => rarFive(rarEntries(entries)),
  'rar (4)': (entries) => rarFour(rarEntries(entries)),
};

/** Makers of encrypted archives, by kind. */
export const ENCRYPTED: Readonly<Record<string, () => Buffer>> = {
  zip: () =>
    inFolder((folder) => {
      writeFileSync(join(folder, 'a'), 'secret');
      run('zip', ['-q', '-P', 'password', 'a.zip', 'a'], folder);
      return readFileSync(join(folder, 'a.zip'));
    }),
  '7z': () => sevenZipOf([{ name: 'aaa', data: Buffer.from('secret') }], ['-ppassword', '-mhc=on']),
  '7z, list too': () =>
    sevenZipOf([{ name: 'aaa', data: Buffer.from('secret') }], ['-ppassword', '-mhc=on', '-mhe=on']),
  rar: () => rarFive([{ name: 'a', data: Buffer.from('secret'), encrypted: true }]),
  'rar, list too': () => rarFive([], true),
  'rar (4)': () => rarFour([{ name: 'a', data: Buffer.from('secret'), encrypted: true }]),
  'rar (4), list too': () => rarFour([], { encryptedHeaders: true }),
};

/**
 * Zeros of 1.4 GB in a compressed tar, then 21 MB of uncompressed noise: its size and its overall ratio are allowed, so a
 * program that unpacks it reaches the noise.
 */
export const STREAMED_BOMBS: Readonly<Record<string, () => Buffer>> = Object.fromEntries(
  ['tar.gz', ...JOINABLE].map((kind) => [
    kind,
    () => {
      // Each part is a compressed stream of its own; a file may contain many.
      const zeros = tarOf([{ name: 'zeros', data: Buffer.alloc(46 * 2 ** 20) }]).subarray(0, -1_024);
      const part = TAR_COMPRESSORS[kind]?.(zeros) ?? Buffer.alloc(0);
      return Buffer.concat([...Array.from({ length: 30 }, () => part), randomBytes(21_000_000)]);
    },
  ]),
);

/** An mtree list of files. bsdtar would read the files that it names; the name field of a tar is long enough for it. */
const MTREE = Buffer.from('#mtree\na type=file contents=/usr/bin/true\n');

const TAR_COMPRESSORS: Readonly<Record<string, (tar: Buffer) => Buffer>> = {
  tar: (tar) => tar,
  'tar.gz': (tar) => gzipSync(tar),
  ...PACKERS,
};
const compressed = Object.entries(TAR_COMPRESSORS).filter(([kind]) => kind !== 'tar');

/** The mtree list where a package has its files. */
export const MTREES_IN_PACKAGES: Readonly<Record<string, () => Buffer>> = {
  deb: () => debOf(gzipSync(MTREE)),
  rpm: () => rpmOf(gzipSync(MTREE)),
  'rpm, unpacked': () => rpmOf(MTREE),
  'rpm, twice packed': () => rpmOf(gzipSync(gzipSync(MTREE))),
};

/** The mtree list, compressed by each compressor of the tar formats. */
export const COMPRESSED_MTREES: Readonly<Record<string, () => Buffer>> = Object.fromEntries(
  compressed.map(([kind, pack]) => [kind, () => pack(MTREE)]),
);

/** bsdtar's options for compressions that it recognises, with the format of ours that uses each. */
export const PACKED_BY: Readonly<Record<string, string | undefined>> = {
  compress: 'tar.z',
  lzip: 'tar.lz',
  lzma: 'tar.lzma',
  lz4: 'tar.lz4',
  zstd: 'tar.zst',
  uuencode: undefined,
};

/** The mtree list and a harmless tar in each of those compressions, and the list uncompressed. */
export const MTREES_IN_OTHER_COMPRESSIONS: Readonly<Record<string, () => readonly Buffer[]>> = {
  mtree: () => [MTREE],
  ...Object.fromEntries(
    Object.keys(PACKED_BY).map((option) => [
      option,
      () => [MTREE, tarOf([{ name: 'a', data: Buffer.from('x') }])].map((content) => rawBy(option, content)),
    ]),
  ),
};

function rawBy(option: string, content: Buffer): Buffer {
  return inFolder((folder) => {
    writeFileSync(join(folder, 'content'), content);
    run('bsdtar', ['-cf', 'packed', '--format=raw', `--${option}`, 'content'], folder);
    return readFileSync(join(folder, 'packed'));
  });
}

const uint32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
};
/** A frame that LZ4 and Zstandard skip: RFC 8878, 3.1.2. The rest of the file is its content. */
const skippableFrame = (bytes: number): Buffer => Buffer.concat([uint32(0x184d2a50), uint32(bytes)]);
const uuLine = (part: Buffer): string => {
  const characters = [
    ...Buffer.concat([part, Buffer.alloc(2)])
      .subarray(0, Math.ceil(part.length / 3) * 3)
      .toString('base64'),
  ];
  const order = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
  return String.fromCharCode(
    ...[part.length, ...characters.map((c) => order.indexOf(c))].map((bits) => bits + 32),
  );
};

/** The mtree list, stored as incompressible data; each is also a valid name of a first tar entry. */
const MTREES_STORED_UNCOMPRESSED: Readonly<Record<string, Buffer>> = {
  // RFC 8878: no checksum, a window of 1 MB, one last block, raw.
  zstd: Buffer.concat([
    Buffer.from('28b52ffd0050', 'hex'),
    uint32((MTREE.length << 3) | 1).subarray(0, 3),
    MTREE,
    skippableFrame(1_536 - 6 - 3 - MTREE.length - 8),
  ]),
  // lz4_Frame_format.md: independent blocks of at most 64 kB, with the checksum of these two bytes.
  lz4: Buffer.concat([
    Buffer.from('04224d18604082', 'hex'),
    uint32(MTREE.length + 2 ** 31),
    MTREE,
    uint32(0),
    skippableFrame(1_536 - 7 - 4 - MTREE.length - 4 - 8),
  ]),
  uuencode: Buffer.from(`begin 644 a\n${uuLine(MTREE)}\n\`\nend\n`),
};

/** A valid tar of one empty file, whose name is the mtree list in another compression, in each kind of tar. */
export const TARS_NAMED_BY_MTREES = Object.entries(TAR_COMPRESSORS).flatMap(([kind, pack]) =>
  Object.entries(MTREES_STORED_UNCOMPRESSED).map(([compressor, name]) => ({
    kind,
    compressor,
    make: () => pack(Buffer.concat([tarBlock(name, '0', 0, {}), Buffer.alloc(1_024)])),
  })),
);
