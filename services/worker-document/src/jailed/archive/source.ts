import { createReadStream, type ReadStream, statSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import type { ArchiveContainer, ArchiveRead } from '@filemill/formats';
import { withinRatio, withoutSystemArea } from './byte-streams.js';
import { Checksums, rarType } from './checksums.js';
import type { Owner } from './clean-tar.js';
import { debDataOf, type PackageData } from './deb.js';
import { parseLine } from './listing.js';
import { countDecomposed } from './name-forms.js';
import { plainTar, unpackedBytes } from './plain-tar.js';
import { type ArchiveLimits, type ArchivePlan, ArchivePlanner } from './planner.js';
import { BSDTAR, feedAll, type Program, refusalOf, startProgram } from './programs.js';
import { Refused } from './refused.js';
import { plainCpio, rpmDataOf } from './rpm.js';
import { isReadBy7z, tarOfUnpacked, type Unpacked, unpackToDisk } from './unpacked.js';
import { unpackFile } from './unpacked-file.js';
import type { EntrySettings } from './wanted.js';

/** Formats that store their list in one place: bsdtar seeks to it, so it cannot read them from a pipe. */
const SEEKABLE: ReadonlySet<ArchiveContainer> = new Set(['zip', '7z']);
/** Formats that wrap a tar or cpio. */
const PACKAGES: Readonly<Partial<Record<ArchiveContainer, (path: string) => PackageData>>> = {
  deb: debDataOf,
  rpm: rpmDataOf,
};
/** Formats whose content is a tar, perhaps packed. */
const TARS: ReadonlySet<ArchiveContainer> = new Set(['tar', 'deb', 'packed']);
/** Arguments before the name of an archive. */
export const LIST_ARGS = ['-tv', '--numeric-owner', '-f'] as const;
/** File with the patterns of the names that are excluded from a stream. */
const EXCLUDED_NAMES = '/job/out/excluded';
const READ_BYTES = 256 * 1024;
const PROGRESS_MS = 250;

/** A program that reads the archive, and its result. */
interface Reading {
  readonly stdout: Readable;
  /** Resolves when everything is read. @throws {Refused} if the archive is broken */
  readonly ended: Promise<void>;
  /** Fraction of the archive's bytes, 0 to 1. */
  progress(): number;
  kill(): void;
}

/** Observers of a tar while it is listed. */
interface ListingObservers {
  readonly limits: ArchiveLimits;
  /** Called for names that bsdtar shows in another Unicode form. */
  readonly onDecomposed: () => void;
}

/** The input archive, always read by the same program: it lists what it unpacks. */
export class ArchiveSource {
  private readonly sizeBytes: number;
  private unpacked: Unpacked | undefined;
  /** Number of names that bsdtar shows in another Unicode form; known after listing. */
  decomposedNames = 0;
  /** The files in a package. */
  private readonly data: PackageData | undefined;
  /** The archive is damaged, and its list ended early. */
  isCutShort = false;

  constructor(
    private readonly path: string,
    private readonly format: Pick<ArchiveRead, 'container' | 'packing'>,
    /** Accept an archive that can be read only in part. */
    private readonly salvage: boolean,
    private readonly entrySettings: EntrySettings = {},
  ) {
    this.sizeBytes = statSync(path).size;
    this.data = PACKAGES[format.container]?.(path);
  }

  /**
   * Lists all entries, checks them and decides about each.
   *
   * @param onProgress - fraction of what has to be unpacked for it, 0 to 1
   * @throws {Refused} as soon as a limit is exceeded
   */
  async makePlan(limits: ArchiveLimits, onProgress: (fraction: number) => void): Promise<ArchivePlan> {
    const planner = new ArchivePlanner(limits, this.sizeBytes);
    const reading = this.read(LIST_ARGS, '', {
      limits,
      onDecomposed: () => {
        this.decomposedNames += 1;
      },
    });
    const timer = setInterval(() => onProgress(reading.progress()), PROGRESS_MS);
    try {
      for await (const line of createInterface({ input: reading.stdout })) planner.add(parseLine(line));
      await reading.ended.catch((error: unknown) => {
        if (!this.salvage || !(error instanceof Refused) || error.reason !== 'corrupt') throw error;
        this.isCutShort = true;
      });
      const plan = planner.finish(this.salvage, this.entrySettings);
      plan.counts.duplicates += this.unpacked?.duplicates ?? 0;
      plan.counts.links += this.unpacked?.links ?? 0;
      return plan;
    } finally {
      clearInterval(timer);
      reading.kill();
    }
  }

  /** Whether it may be one file that is no tar. */
  get isPackedFile(): boolean {
    return this.format.container === 'packed';
  }

  /** Whether bsdtar cannot read the format at all, and 7z does. */
  get mustBeUnpacked(): boolean {
    return isReadBy7z(this.format.container);
  }

  /**
   * Whether unar may read what bsdtar cannot. In a damaged archive only if a checksum shows which files are complete:
   * RAR 5 may use hashes of another kind.
   */
  get canBeUnpacked(): boolean {
    if (this.format.container === 'packed') return this.unpacked === undefined;
    if (this.format.container !== 'rar' || this.unpacked) return false;
    return !this.salvage || rarType(this.path) === 'rar';
  }

  /**
   * Unpacks the archive to disk; later readers use these files.
   *
   * @throws {Refused} if that is impossible, or exceeds the limits
   */
  async unpack(limits: ArchiveLimits): Promise<void> {
    const { container, packing } = this.format;
    this.unpacked =
      container === 'packed' && packing
        ? await unpackFile(this.path, packing, limits, this.salvage)
        : await unpackToDisk(this.path, container, limits, this.salvage);
    this.isCutShort = false;
  }

  /** The owner of an entry of {@link open} that lies on disk now. @param name - in that stream: `./a/b` */
  readonly ownerOf = (name: Buffer): Owner | undefined =>
    this.unpacked?.owners.get(name.toString().replace(/^\.\/|\/$/g, ''));

  /** Names of files that could not be unpacked before the rest was listed. */
  get lost(): readonly string[] {
    return this.unpacked?.lost ?? [];
  }

  async checksums(): Promise<Checksums | undefined> {
    const checksums = await Checksums.list(this.path, this.format.container);
    this.decomposedNames += checksums?.decomposedNames ?? 0;
    return checksums;
  }

  /** Whether the reader can skip an entry that it cannot read: a solid archive ends there. */
  get canSkip(): boolean {
    return SEEKABLE.has(this.format.container);
  }

  /**
   * The whole archive as one tar stream in the order of the list.
   *
   * @param excluded - listed names that are excluded
   */
  open(excluded: readonly Buffer[] = []): Reading {
    // Unwritten output is lost when it stops, so it writes one block at a time instead of twenty.
    const args = ['-cf', '-', '--format=pax', ...(this.salvage ? ['-b', '1'] : [])];
    if (excluded.length === 0) return this.read(args, '@');
    writeFileSync(EXCLUDED_NAMES, Buffer.concat(excluded.map(patternOf)));
    return this.read([...args, '-X', EXCLUDED_NAMES], '@');
  }

  /**
   * @param prefix - characters before the path of the archive
   * @param observers - observers of a tar that is read for the first time
   */
  private read(args: readonly string[], prefix = '', observers?: ListingObservers): Reading {
    if (SEEKABLE.has(this.format.container)) {
      const bsdtar = startProgram(BSDTAR, [...args, prefix + this.path]);
      return readingOf(bsdtar, bsdtar.ended, () => 0);
    }
    // From a pipe: in a file bsdtar also reads the end, and would treat a RAR as the zip that it may contain there.
    const bsdtar = startProgram(BSDTAR, [...args, `${prefix}-`], { stdin: 'pipe' });
    const file = this.unpacked
      ? undefined
      : createReadStream(this.path, {
          highWaterMark: READ_BYTES,
          ...(this.data && { start: this.data.start, end: this.data.end }),
        });
    const bytes = file
      ? this.bytesOf(file, observers)
      : plainTar(tarOfUnpacked(this.format.container).stdout);
    const feed = async (): Promise<void> => {
      await feedAll(bytes, bsdtar).catch((error: unknown) => {
        // Otherwise bsdtar would wait for more input.
        if (this.salvage) bsdtar.stdin.end();
        else bsdtar.kill();
        throw error;
      });
      await bsdtar.ended;
    };
    return readingOf(bsdtar, feed(), () => (file ? file.bytesRead / this.sizeBytes : 0));
  }

  /** bsdtar's input. */
  private bytesOf(file: ReadStream, observers: ListingObservers | undefined): AsyncIterable<Buffer> {
    const { container, packing } = this.format;
    if (container === 'iso') return withoutSystemArea(file);
    if (!TARS.has(container) && !this.data) return file;
    const isTar = container !== 'rpm';
    const whole = isTar
      ? plainTar(file, this.data ? this.data.packing : packing, this.salvage)
      : plainCpio(unpackedBytes(file, this.data?.packing, this.salvage));
    if (!observers) return whole;
    const bounded = withinRatio(whole, () => file.bytesRead, observers.limits);
    return isTar ? countDecomposed(bounded, observers.onDecomposed) : bounded;
  }
}

/** A pattern of bsdtar that matches only this name: anchored at both ends, special characters escaped. */
const patternOf = (name: Buffer): Buffer =>
  Buffer.from(`^${name.toString('latin1').replace(/[\\*?[\]$^]/g, '\\$&')}$\n`, 'latin1');

function readingOf(program: Program, finished: Promise<unknown>, progress: () => number): Reading {
  const ended = finished.then(
    () => undefined,
    (error: unknown) => {
      throw refusalOf(error);
    },
  );
  // The waiting code gets the error; this prevents an unhandled rejection until then.
  ended.catch(() => undefined);
  return { stdout: program.stdout, ended, progress, kill: program.kill };
}
