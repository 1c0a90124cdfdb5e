import { decodeNames } from './charset.js';
import type { ListedEntry } from './listing.js';
import { foldCase, isDecomposed, numbered } from './name-forms.js';
import { Refused } from './refused.js';
import { type EntrySettings, WantedPaths } from './wanted.js';

/** Limits of an archive: docs/security.md. */
export interface ArchiveLimits {
  readonly entries: number;
  readonly unpackedBytes: number;
  /** Unpacked size divided by file size; applies above `ratioFromBytes`. */
  readonly ratio: number;
  readonly ratioFromBytes: number;
  /** For a compressed tar: see {@link withinRatio}. */
  readonly streamRatioFromBytes: number;
  readonly nameBytes: number;
  readonly pathBytes: number;
}

/** The decision about each entry, in the order of the list. */
export interface ArchivePlan {
  /** Target path: segments joined by `/`, in UTF-8 (NFC), unique; undefined for a dropped entry. */
  readonly targets: (string | undefined)[];
  /** Names of entries that conflict with others; empty unless such entries may be dropped. */
  readonly conflicts: readonly string[];
  readonly listed: readonly ListedEntry[];
  readonly unpackedBytes: number;
  /** Number of entries by decision. */
  readonly counts: {
    links: number;
    duplicates: number;
    renamed: number;
    /** Names that lead out of the output folder: dropped. */
    readonly unsafe: number;
    /** Names that a program could read as a drive, an option or an absolute path: changed. */
    readonly madeSafe: number;
    /** Names that were listed with combining accents. */
    readonly normalised: number;
  };
  /** Encoding of the names, if it was not UTF-8. */
  readonly charset: string | undefined;
}

/** An absolute path. Slashes alone are none: some programs store the packed folder itself like this. */
const ABSOLUTE = /^[\\/]+[^\\/]/;
/** A Windows drive, or an alternate stream of a file. */
const DRIVE = /^([a-z]):/i;
/** A leading dash, which programs read as an option. */
const OPTION = /^-/;

/** Checks the list of an archive, and decides about each entry before anything is written. */
export class ArchivePlanner {
  private readonly listed: ListedEntry[] = [];
  private unpackedBytes = 0;

  /** @param inputBytes - size of the archive itself */
  constructor(
    private readonly limits: ArchiveLimits,
    private readonly inputBytes: number,
  ) {}

  /** @throws {Refused} as soon as a limit is exceeded */
  add(entry: ListedEntry): void {
    const { limits } = this;
    this.listed.push(entry);
    if (this.listed.length > limits.entries) throw new Refused('entries');
    if (entry.name.length > limits.pathBytes) throw new Refused('long-name');
    this.unpackedBytes += entry.sizeBytes;
    if (this.unpackedBytes > limits.unpackedBytes) throw new Refused('bytes');
    const isBomb = this.unpackedBytes > limits.ratio * this.inputBytes;
    if (isBomb && this.unpackedBytes > limits.ratioFromBytes) throw new Refused('ratio');
  }

  /**
   * @param salvage - drop conflicting entries instead of refusing the archive
   * @param entrySettings - of the user
   * @throws {Refused} for too long names, and for files that are declared to contain others
   */
  finish(salvage = false, entrySettings: EntrySettings = {}): ArchivePlan {
    const { names, charset } = decodeNames(this.listed.map(({ name }) => name));
    const counts = { links: 0, duplicates: 0, renamed: 0, normalised: 0, unsafe: 0, madeSafe: 0 };
    const conflicts: string[] = [];
    const paths = new TargetPaths(this.limits.entries);
    const wanted = new WantedPaths(entrySettings);
    const targets: (string | undefined)[] = [];
    /** Index of the entry by target path. */
    const seen = new Map<string, number>();
    for (const [index, { kind }] of this.listed.entries()) {
      if (kind === 'other') {
        counts.links += 1;
        continue;
      }
      const name = names[index] ?? '';
      const listedPath = this.insidePath(name);
      if (listedPath === undefined) counts.unsafe += 1;
      if (!listedPath) continue;
      const safe = safePath(listedPath);
      const path = wanted.place(safe, kind);
      if (path === undefined) continue;
      if (safe !== listedPath || ABSOLUTE.test(name)) counts.madeSafe += 1;
      if (isDecomposed(path)) counts.normalised += 1;
      const target = paths.assign(path, kind, salvage);
      if (target === undefined) {
        conflicts.push(path);
        continue;
      }
      if (Buffer.byteLength(target) > this.limits.pathBytes) throw new Refused('long-name');
      const previous = seen.get(target);
      if (previous !== undefined) {
        targets[previous] = undefined; // the last one is kept, as programs that unpack do
        if (kind === 'file') counts.duplicates += 1;
      } else if (target !== path.normalize('NFC')) counts.renamed += 1;
      seen.set(target, index);
      targets[index] = target;
    }
    counts.renamed += wanted.numbered;
    if (seen.size === 0) throw new Refused(wanted.excluded > 0 ? 'excluded' : 'nothing');
    targets.length = this.listed.length;
    return { targets, conflicts, listed: this.listed, unpackedBytes: this.unpackedBytes, counts, charset };
  }

  /**
   * Removes the slashes of an absolute path, as tar does, and empty and `.` segments: empty for the root, undefined for a
   * path that leads out of the output folder, or has a NUL.
   */
  private insidePath(name: string): string | undefined {
    // Some Windows programs write backslashes.
    const slashed = name.replaceAll('\\', '/');
    if (slashed.includes('\0')) return undefined;
    const segments = slashed.split('/').filter((segment) => segment !== '' && segment !== '.');
    if (segments.includes('..')) return undefined;
    if (segments.some((segment) => Buffer.byteLength(segment) > this.limits.nameBytes)) {
      throw new Refused('long-name');
    }
    return segments.join('/');
  }
}

/** Replaces drives and options: `a:b` becomes `a_b`, `-rf` becomes `_rf`. */
const safePath = (path: string): string =>
  path
    .split('/')
    .map((segment) => segment.replace(DRIVE, '$1_').replace(OPTION, '_'))
    .join('/');

/** Gives every file and folder a unique path, also for systems that ignore case or Unicode form. */
class TargetPaths {
  /** By path in the archive. Includes folders that only paths of other entries mention. */
  private readonly known = new Map<string, { readonly target: string; readonly kind: ListedEntry['kind'] }>();
  private readonly taken = new Set<string>();
  private readonly numbers = new Map<string, number>();

  constructor(private readonly maxEntries: number) {}

  /** @returns undefined for a file that is declared to contain others, if entries may be dropped */
  assign(path: string, kind: ListedEntry['kind'], mayDrop: boolean): string | undefined {
    try {
      return this.assignWithParents(path, kind);
    } catch (error) {
      if (mayDrop && error instanceof Refused && error.reason === 'inside-file') return undefined;
      throw error;
    }
  }

  private assignWithParents(path: string, kind: ListedEntry['kind']): string {
    let target = '';
    for (let end = path.indexOf('/'); end >= 0; end = path.indexOf('/', end + 1)) {
      target = this.assignOne(path.slice(0, end), target, 'folder');
    }
    return this.assignOne(path, target, kind);
  }

  private assignOne(path: string, parent: string, kind: ListedEntry['kind']): string {
    const known = this.known.get(path);
    if (known && known.kind !== kind) throw new Refused('inside-file');
    const name = path.slice(path.lastIndexOf('/') + 1).normalize('NFC');
    if (known && !(kind === 'file' && hasSeveralForms(path))) return known.target;
    const wanted = join(parent, name);
    let target = wanted;
    // Continues at the last number used for this name, because thousands may have the same one.
    let number = this.numbers.get(foldCase(wanted)) ?? 2;
    for (; this.taken.has(foldCase(target)); number++) target = join(parent, numbered(name, number));
    this.numbers.set(foldCase(wanted), number);
    this.taken.add(foldCase(target));
    this.known.set(path, { target, kind });
    if (this.known.size > this.maxEntries) throw new Refused('entries');
    return target;
  }
}

const join = (parent: string, name: string): string => (parent === '' ? name : `${parent}/${name}`);
/**
 * Whether a path has more than one Unicode form. bsdtar composes many names before it lists them, so two files with the
 * same listed name may have had different names: both are kept.
 */
const hasSeveralForms = (path: string): boolean => path !== path.normalize('NFD');
