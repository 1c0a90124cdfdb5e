import { createReadStream, type ReadStream, statSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import type { ArchiveContainer, ArchiveRead } from '@filemill/formats';
import { Checksums, rarType } from './checksums.js';
import { type ArchiveLimits, Judge, type Plan } from './judge.js';
import { parseLine } from './listing.js';
import { countDecomposed } from './name-forms.js';
import { plainTar } from './plain-tar.js';
import { BSDTAR, feedWhole, type Program, refusalOf, start } from './programs.js';
import { Refused } from './refused.js';
import { withinRatio } from './stream-ratio.js';
import { tarOfUnpacked, type UnpackedRar, unpackRar } from './unpacked-rar.js';

/** Formats whose list stands at one place: bsdtar goes there, and must not be fed from a pipe. */
const SEEKABLE: ReadonlySet<ArchiveContainer> = new Set(['zip', '7z']);
/** Arguments that come before the name of an archive. */
export const LIST = ['-tv', '--numeric-owner', '-f'] as const;
/** Names that are left out of a stream, as patterns. */
const WITHOUT = '/job/out/without';
const READ_BYTES = 256 * 1024;
const LOOK_MS = 250;

/** A program that reads the archive, and how it ended. */
interface Reading {
  readonly stdout: Readable;
  /** Resolves when all is read. @throws {Refused} if the archive is broken */
  readonly ended: Promise<void>;
  /** Of the archive's bytes, 0 to 1. */
  progress(): number;
  kill(): void;
}

/** What is looked at in a tar on its way to being listed. */
interface Watch {
  readonly limits: ArchiveLimits;
  /** Hears of names that bsdtar shows in another form. */
  readonly onDecomposed: () => void;
}

/** The archive that is read, always by the same program: what it lists is what it unpacks. */
export class Source {
  private readonly sizeBytes: number;
  private unpacked: UnpackedRar | undefined;
  /** Names that bsdtar shows in another form of Unicode than they have; known when all is listed. */
  decomposedNames = 0;
  /** Of a damaged archive the list may end early. */
  isCutShort = false;

  constructor(
    private readonly path: string,
    private readonly format: Pick<ArchiveRead, 'container' | 'packing'>,
    /** Be content with what can be read. */
    private readonly salvage: boolean,
  ) {
    this.sizeBytes = statSync(path).size;
  }

  /**
   * Lists and judges everything.
   *
   * @param onProgress - of what has to be unpacked for it, 0 to 1
   * @throws {Refused} as soon as a limit is passed
   */
  async judge(limits: ArchiveLimits, onProgress: (fraction: number) => void): Promise<Plan> {
    const judge = new Judge(limits, this.sizeBytes);
    const reading = this.read(LIST, '', {
      limits,
      onDecomposed: () => {
        this.decomposedNames += 1;
      },
    });
    const timer = setInterval(() => onProgress(reading.progress()), LOOK_MS);
    try {
      for await (const line of createInterface({ input: reading.stdout })) judge.add(parseLine(line));
      await reading.ended.catch((error: unknown) => {
        if (!this.salvage || !(error instanceof Refused) || error.reason !== 'corrupt') throw error;
        this.isCutShort = true;
      });
      const plan = judge.finish(this.salvage);
      plan.counts.duplicates += this.unpacked?.duplicates ?? 0;
      return plan;
    } finally {
      clearInterval(timer);
      reading.kill();
    }
  }

  /**
   * Whether unar may read what bsdtar cannot. Of a damaged archive only where a checksum of each file tells which of them
   * are whole: RAR 5 may have hashes of another kind.
   */
  get canBeUnpacked(): boolean {
    if (this.format.container !== 'rar' || this.unpacked) return false;
    return !this.salvage || rarType(this.path) === 'rar';
  }

  /**
   * Unpacks it, to be read from there.
   *
   * @throws {Refused} if that is not possible, or against the limits
   */
  async unpack(limits: ArchiveLimits): Promise<void> {
    this.unpacked = await unpackRar(this.path, limits, this.salvage);
    this.isCutShort = false;
  }

  /** Names of files that could not be unpacked before the rest was listed. */
  get lost(): readonly string[] {
    return this.unpacked?.lost ?? [];
  }

  async checksums(): Promise<Checksums | undefined> {
    const checksums = await Checksums.list(this.path, this.format.container);
    this.decomposedNames += checksums?.decomposedNames ?? 0;
    return checksums;
  }

  /** Whether the reader can go past an entry that it cannot read: what is packed as one stream ends there. */
  get canSkip(): boolean {
    return SEEKABLE.has(this.format.container);
  }

  /**
   * All of it as one tar stream in the order of the list.
   *
   * @param without - names as listed that are left out
   */
  open(without: readonly Buffer[] = []): Reading {
    // What it has not written when it stops is lost: a block, then, and not twenty.
    const args = ['-cf', '-', '--format=pax', ...(this.salvage ? ['-b', '1'] : [])];
    if (without.length === 0) return this.read(args, '@');
    writeFileSync(WITHOUT, Buffer.concat(without.map(patternOf)));
    return this.read([...args, '-X', WITHOUT], '@');
  }

  /**
   * @param mark - in front of the name of the archive
   * @param watch - what is looked at in a tar that is read for the first time
   */
  private read(args: readonly string[], mark = '', watch?: Watch): Reading {
    if (SEEKABLE.has(this.format.container)) {
      const bsdtar = start(BSDTAR, [...args, mark + this.path]);
      return readingOf(bsdtar, bsdtar.ended, () => 0);
    }
    // From a pipe: in a file bsdtar would look at the end as well, and take a RAR for the zip that it may hold there.
    const bsdtar = start(BSDTAR, [...args, `${mark}-`], { stdin: 'pipe' });
    const file = this.unpacked ? undefined : createReadStream(this.path, { highWaterMark: READ_BYTES });
    const bytes = file ? this.bytesOf(file, watch) : plainTar(tarOfUnpacked().stdout);
    const feed = async (): Promise<void> => {
      await feedWhole(bytes, bsdtar).catch((error: unknown) => {
        // It would wait for more.
        if (this.salvage) bsdtar.stdin.end();
        else bsdtar.kill();
        throw error;
      });
      await bsdtar.ended;
    };
    return readingOf(bsdtar, feed(), () => (file ? file.bytesRead / this.sizeBytes : 0));
  }

  /** What bsdtar is fed. */
  private bytesOf(file: ReadStream, watch: Watch | undefined): AsyncIterable<Buffer> {
    if (this.format.container !== 'tar') return file;
    const tar = plainTar(file, this.format.packing, this.salvage);
    if (!watch) return tar;
    return countDecomposed(
      withinRatio(tar, () => file.bytesRead, watch.limits),
      watch.onDecomposed,
    );
  }
}

/** A pattern of bsdtar that fits this name alone: anchored at both ends, what means something behind a backslash. */
const patternOf = (name: Buffer): Buffer =>
  Buffer.from(`^${name.toString('latin1').replace(/[\\*?[\]$^]/g, '\\$&')}$\n`, 'latin1');

function readingOf(program: Program, done: Promise<unknown>, progress: () => number): Reading {
  const ended = done.then(
    () => undefined,
    (error: unknown) => {
      throw refusalOf(error);
    },
  );
  // The waiting code gets the error; until it waits, this is no unhandled rejection.
  ended.catch(() => undefined);
  return { stdout: program.stdout, ended, progress, kill: program.kill };
}
