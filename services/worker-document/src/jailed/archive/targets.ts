import { mkdirSync, rmSync } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ArchivePacking, ArchiveWrite } from '@filemill/formats';
import type { EntryRules } from './clean-tar.js';
import { STREAMS } from './packers.js';
import { BSDTAR, type Program, SEVEN_ZIP, startProgram, XORRISO } from './programs.js';
import { TAR_FRONT } from './tar-header.js';

/** How a format is written from a tar stream, and what it cannot hold. */
export type ArchiveTarget = {
  readonly rules: EntryRules;
} & (
  | {
      /** The bytes of the file. */
      stream(tar: AsyncIterable<Buffer>, level: number): AsyncIterable<Buffer>;
    }
  | {
      /** @param onPercent - progress of the part that begins when the stream has been read */
      write(
        tar: AsyncIterable<Buffer>,
        path: string,
        level: number,
        onPercent: (fraction: number) => void,
      ): Promise<void>;
    }
);

/** Options: no questions, and no messages on standard output. */
const QUIET = ['-y', '-bso0'];
/** Folder of a tree until 7z has compressed it. */
const TREE = '/job/out/tree';

/** Passes the stream to a program; if that exits early, its own error counts, not the broken pipe. */
async function feed(tar: AsyncIterable<Buffer>, program: Program): Promise<void> {
  const fed = pipeline(Readable.from(tar, { objectMode: true }), program.stdin);
  try {
    await fed;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPIPE') {
      program.kill();
      throw error;
    }
  }
  await program.ended;
}

/** For bsdtar, which the first name in a tar could mislead. */
const feedBsdtar = (tar: AsyncIterable<Buffer>, args: readonly string[], cwd?: string): Promise<void> =>
  feed(withFront(tar), startProgram(BSDTAR, args, { stdin: 'pipe', stdout: 'ignore', ...(cwd && { cwd }) }));

async function* withFront(tar: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield TAR_FRONT;
  yield* tar;
}

/** From this level on 7-Zip's default dictionaries would need more memory than a job has, and so would its readers. */
const LARGE_LEVEL = 5;
/** 0.4 GB in total. */
const boundedMemory = (level: number): string[] => (level < LARGE_LEVEL ? [] : ['-md=32m', '-mmt=2']);

/** Compresses one stream with 7z, whose compressors are several times as fast as liblzma and bzip2 at equal size. */
const compressedBy = (type: string, more: (level: number) => string[] = () => []): ArchiveTarget => ({
  rules: {},
  write: (tar, path, level) =>
    feed(
      tar,
      startProgram(
        SEVEN_ZIP,
        ['a', `-t${type}`, `-mx=${level}`, ...more(level), '-si', ...QUIET, '-bsp0', path],
        {
          stdin: 'pipe',
          stdout: 'ignore',
        },
      ),
    ),
});

/** Permissions that let 7z read what was just unpacked. */
const readable = (mode: number, isFolder: boolean): number => mode | (isFolder ? 0o700 : 0o400);

/** How an archive is packed. */
export interface PackSettings {
  readonly level: number;
  readonly method?: string | undefined;
  readonly solid?: boolean | undefined;
}

/** 7-Zip's names of its methods. */
const METHODS: Readonly<Record<string, string>> = {
  ...{ lzma2: 'LZMA2', lzma: 'LZMA', bzip2: 'BZip2', ppmd: 'PPMd', deflate: 'Deflate', store: 'Copy' },
};
/** PPMd has no dictionary but a model, of which 64 MB are less than at its highest level. */
const MEMORY_OF: Readonly<Record<string, readonly string[]>> = {
  ...{ ppmd: ['-m0=PPMd:mem=64m'], bzip2: ['-mmt=2'], deflate: [], store: [] },
};

/** 7-Zip chooses LZMA2 by itself. */
function sevenZipSettings({ level, method = 'lzma2', solid = true }: PackSettings): string[] {
  const own = METHODS[method] && method !== 'lzma2' && method !== 'ppmd' ? [`-m0=${METHODS[method]}`] : [];
  const memory = MEMORY_OF[method] ?? boundedMemory(level);
  return ['-t7z', `-mx=${level}`, ...own, ...memory, ...(solid ? [] : ['-ms=off'])];
}

const sevenZip = (packing: PackSettings): ArchiveTarget => ({
  rules: { mode: readable, withoutOwners: true },
  async write(tar, path, _level, onPercent) {
    mkdirSync(TREE);
    await feedBsdtar(tar, ['-xpf', '-', '--no-same-owner'], TREE);
    const settings = sevenZipSettings(packing);
    const packer = startProgram(SEVEN_ZIP, ['a', ...settings, ...QUIET, '-bsp1', path, '.'], { cwd: TREE });
    packer.stdout.setEncoding('utf8').on('data', (text: string) => {
      const percent = [...text.matchAll(/(\d{1,3})%/g)].at(-1)?.[1];
      if (percent) onPercent(Number(percent) / 100);
    });
    await packer.ended;
    rmSync(TREE, { recursive: true });
  },
});

const zip = ({ method }: PackSettings): ArchiveTarget => ({
  rules: {},
  write(tar, path, level) {
    const option = method === 'store' ? 'zip:compression=store' : `zip:compression-level=${level}`;
    return feedBsdtar(tar, ['-cf', path, '--format=zip', '--options', option, '@-']);
  },
});

/** A disc for every system: Rock Ridge keeps names and modes, Joliet shortens long names for Windows alone. */
const iso: ArchiveTarget = {
  rules: { mode: readable, withoutOwners: true },
  async write(tar, path) {
    mkdirSync(TREE);
    await feedBsdtar(tar, ['-xpf', '-', '--no-same-owner'], TREE);
    const names = ['-R', '-J', '-joliet-long', '-iso-level', '3', '-input-charset', 'utf-8'];
    const owner = ['-uid', '0', '-gid', '0'];
    await startProgram(
      XORRISO,
      ['-no_rc', '-as', 'mkisofs', '-quiet', ...names, ...owner, '-V', 'FILES', '-o', path, '.'],
      { cwd: TREE, stdout: 'ignore' },
    ).ended;
    rmSync(TREE, { recursive: true });
  },
};

const cpio: ArchiveTarget = {
  rules: {},
  write: (tar, path) => feedBsdtar(tar, ['-cf', path, '--format=newc', '@-']),
};

/** By container; a tar is a stream of its own. */
const CONTAINERS: Readonly<
  Record<Exclude<ArchiveWrite['container'], 'tar'>, (packing: PackSettings) => ArchiveTarget>
> = {
  zip,
  '7z': sevenZip,
  iso: () => iso,
  cpio: () => cpio,
};

const PACKED: Readonly<Record<ArchivePacking, ArchiveTarget>> = {
  gzip: { rules: {}, stream: STREAMS.gzip },
  brotli: { rules: {}, stream: STREAMS.brotli },
  zstd: { rules: {}, stream: STREAMS.zstd },
  lz4: { rules: {}, stream: STREAMS.lz4 },
  lzma: { rules: {}, stream: STREAMS.lzma },
  lzip: { rules: {}, stream: STREAMS.lzip },
  lzop: { rules: {}, stream: STREAMS.lzop },
  compress: { rules: {}, stream: STREAMS.compress },
  bzip2: compressedBy('bzip2'),
  xz: compressedBy('xz', boundedMemory),
};

/** How to write an archive of this format. */
export function targetOf(
  { container, packing }: Pick<ArchiveWrite, 'container' | 'packing'>,
  settings: PackSettings,
): ArchiveTarget {
  if (container !== 'tar') return CONTAINERS[container](settings);
  return packing ? PACKED[packing] : { rules: {}, stream: (tar) => tar };
}
