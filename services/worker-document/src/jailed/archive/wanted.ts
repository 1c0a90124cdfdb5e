import type { ListedEntry } from './listing.js';
import { foldCase, numbered } from './name-forms.js';

/** Which entries the user wants, and where. */
export interface EntrySettings {
  readonly exclude?: 'nothing' | 'system' | 'hidden';
  readonly folders?: 'keep' | 'drop';
}

/** What macOS and Windows add to folders by themselves. */
const SYSTEM = new Set(
  ['__MACOSX', '.DS_Store', '.Spotlight-V100', '.Trashes', '.fseventsd', '.TemporaryItems'].concat([
    'Thumbs.db',
    'desktop.ini',
    '$RECYCLE.BIN',
    'System Volume Information',
  ]),
);
/** Parts of a file that macOS stores beside it. */
const APPLE_DOUBLE = '._';

const isOfSystem = (segment: string): boolean => SYSTEM.has(segment) || segment.startsWith(APPLE_DOUBLE);

/** Decides about paths that are safe already. */
export class WantedPaths {
  /** Entries that the user does not want. */
  excluded = 0;
  /** Files that got a number because another one has their name. */
  numbered = 0;
  private readonly flat = new Map<string, string>();
  private readonly taken = new Set<string>();

  constructor(private readonly entrySettings: EntrySettings) {}

  /** @returns undefined for an entry that is left out */
  place(path: string, kind: ListedEntry['kind']): string | undefined {
    const { exclude = 'nothing', folders = 'keep' } = this.entrySettings;
    const isHidden = (segment: string): boolean => exclude === 'hidden' && segment.startsWith('.');
    const isUnwanted = (segment: string): boolean => isOfSystem(segment) || isHidden(segment);
    if (exclude !== 'nothing' && path.split('/').some(isUnwanted)) {
      this.excluded += 1;
      return undefined;
    }
    if (folders === 'keep') return path;
    return kind === 'file' ? this.beside(path) : undefined;
  }

  /** The name of a file beside all others; the same file again has the same one. */
  private beside(path: string): string {
    const known = this.flat.get(path);
    if (known !== undefined) return known;
    const name = path.slice(path.lastIndexOf('/') + 1);
    let free = name;
    for (let number = 2; this.taken.has(foldCase(free)); number++) free = numbered(name, number);
    if (free !== name) this.numbered += 1;
    this.taken.add(foldCase(free));
    this.flat.set(path, free);
    return free;
  }
}
