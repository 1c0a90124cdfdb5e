import { decodeNames } from './charset.js';
import type { Listed } from './listing.js';
import { isDecomposed } from './name-forms.js';
import { Refused } from './refused.js';

/** What an archive may hold at most: docs/security.md. */
export interface ArchiveLimits {
  readonly entries: number;
  readonly unpackedBytes: number;
  /** Unpacked in relation to the file; counts above `ratioFromBytes`. */
  readonly ratio: number;
  readonly ratioFromBytes: number;
  /** Of a compressed tar: see {@link withinRatio}. */
  readonly streamRatioFromBytes: number;
  readonly nameBytes: number;
  readonly pathBytes: number;
}

/** What becomes of each entry, in the order of the list. */
export interface Plan {
  /** Where it goes: segments joined by `/`, in UTF-8 (NFC), of each path one; undefined for what is left out. */
  readonly targets: (string | undefined)[];
  /** Names of entries that cannot stand beside others; empty unless they may be left out. */
  readonly clashes: readonly string[];
  readonly listed: readonly Listed[];
  readonly unpackedBytes: number;
  /** Entries by what happened to them. */
  readonly counts: {
    readonly links: number;
    duplicates: number;
    readonly renamed: number;
    /** Names that lead outside: left out. */
    readonly unsafe: number;
    /** Names that are drives or options to some program: changed. */
    readonly madeSafe: number;
    /** Names that were listed with accents apart from their letters. */
    readonly normalised: number;
  };
  /** Encoding of the names where it was not UTF-8. */
  readonly charset: string | undefined;
}

/** A root by itself is what some programs call the folder that they packed. */
const OUTSIDE = /^\/+[^/]|\0/;
/** A drive of Windows, or a stream of a file there. */
const DRIVE = /^([a-z]):/i;
/** What programs take for an option when the name is an argument. */
const OPTION = /^-/;

/** Judges an archive by its list, before anything of it is written. */
export class Judge {
  private readonly listed: Listed[] = [];
  private unpackedBytes = 0;

  /** @param inputBytes - size of the archive itself */
  constructor(
    private readonly limits: ArchiveLimits,
    private readonly inputBytes: number,
  ) {}

  /** @throws {Refused} as soon as a limit is passed */
  add(entry: Listed): void {
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
   * @param salvage - leave out entries that cannot stand beside others, instead of refusing
   * @throws {Refused} for names that are too long, and for files that are said to hold others
   */
  finish(salvage = false): Plan {
    const { names, charset } = decodeNames(this.listed.map(({ name }) => name));
    const counts = { links: 0, duplicates: 0, renamed: 0, normalised: 0, unsafe: 0, madeSafe: 0 };
    const clashes: string[] = [];
    const places = new Places(this.limits.entries);
    const targets: (string | undefined)[] = [];
    /** By target, which entry it is. */
    const seen = new Map<string, number>();
    for (const [index, { kind }] of this.listed.entries()) {
      if (kind === 'other') {
        counts.links += 1;
        continue;
      }
      const listedPath = this.insidePath(names[index] ?? '');
      if (listedPath === undefined) counts.unsafe += 1;
      if (!listedPath) continue;
      const path = safePath(listedPath);
      if (path !== listedPath) counts.madeSafe += 1;
      if (isDecomposed(path)) counts.normalised += 1;
      const target = places.place(path, kind, salvage);
      if (target === undefined) {
        clashes.push(path);
        continue;
      }
      if (Buffer.byteLength(target) > this.limits.pathBytes) throw new Refused('long-name');
      const before = seen.get(target);
      if (before !== undefined) {
        targets[before] = undefined; // as programs that unpack it do: the last one stays
        if (kind === 'file') counts.duplicates += 1;
      } else if (target !== path.normalize('NFC')) counts.renamed += 1;
      seen.set(target, index);
      targets[index] = target;
    }
    if (seen.size === 0) throw new Refused('nothing');
    targets.length = this.listed.length;
    return { targets, clashes, listed: this.listed, unpackedBytes: this.unpackedBytes, counts, charset };
  }

  /** Without empty and `.` segments: empty for the root itself, undefined for what leads outside. */
  private insidePath(name: string): string | undefined {
    // Some programs of Windows write its separator.
    const slashed = name.replaceAll('\\', '/');
    if (OUTSIDE.test(slashed)) return undefined;
    const segments = slashed.split('/').filter((segment) => segment !== '' && segment !== '.');
    if (segments.includes('..')) return undefined;
    if (segments.some((segment) => Buffer.byteLength(segment) > this.limits.nameBytes)) {
      throw new Refused('long-name');
    }
    return segments.join('/');
  }
}

/** Without drives and options in it: `a:b` becomes `a_b`, `-rf` becomes `_rf`. */
const safePath = (path: string): string =>
  path
    .split('/')
    .map((segment) => segment.replace(DRIVE, '$1_').replace(OPTION, '_'))
    .join('/');

/** Gives every file and folder a place that no other has, on systems too that ignore case or the form of accents. */
class Places {
  /** By path as in the archive, folders that are only implied included. */
  private readonly known = new Map<string, { readonly target: string; readonly kind: Listed['kind'] }>();
  private readonly taken = new Set<string>();
  private readonly numbers = new Map<string, number>();

  constructor(private readonly most: number) {}

  /** @returns undefined, when it may leave out, for a file that is said to hold others */
  place(path: string, kind: Listed['kind'], mayLeaveOut: boolean): string | undefined {
    try {
      return this.placeInside(path, kind);
    } catch (error) {
      if (mayLeaveOut && error instanceof Refused && error.reason === 'inside-file') return undefined;
      throw error;
    }
  }

  private placeInside(path: string, kind: Listed['kind']): string {
    let target = '';
    for (let end = path.indexOf('/'); end >= 0; end = path.indexOf('/', end + 1)) {
      target = this.own(path.slice(0, end), target, 'folder');
    }
    return this.own(path, target, kind);
  }

  private own(path: string, parent: string, kind: Listed['kind']): string {
    const known = this.known.get(path);
    if (known && known.kind !== kind) throw new Refused('inside-file');
    const name = path.slice(path.lastIndexOf('/') + 1).normalize('NFC');
    if (known && !(kind === 'file' && hasForms(path))) return known.target;
    const wanted = join(parent, name);
    let target = wanted;
    // Where the last one of this name stopped: thousands may ask for the same.
    let number = this.numbers.get(fold(wanted)) ?? 2;
    for (; this.taken.has(fold(target)); number++) target = join(parent, numbered(name, number));
    this.numbers.set(fold(wanted), number);
    this.taken.add(fold(target));
    this.known.set(path, { target, kind });
    if (this.known.size > this.most) throw new Refused('entries');
    return target;
  }
}

const join = (parent: string, name: string): string => (parent === '' ? name : `${parent}/${name}`);
/** `ß` and `SS`, `ſ` and `s` are the same to some systems. */
const fold = (path: string): string => path.normalize('NFC').toUpperCase().toLowerCase().normalize('NFC');
/**
 * Whether a path can be written in another form of Unicode. bsdtar makes one form of many names before they are listed, so
 * two such files of one name may have had two: both are kept.
 */
const hasForms = (path: string): boolean => path !== path.normalize('NFD');
/** `a.txt` becomes `a (2).txt`. */
const numbered = (name: string, number: number): string =>
  name.replace(/^(.+?)(\.[^.]*)?$/s, (_, base: string, extension = '') => `${base} (${number})${extension}`);
