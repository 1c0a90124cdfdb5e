/** What holds the entries. */
export type ArchiveContainer = 'zip' | '7z' | 'rar' | 'tar';
/** What a whole tar is packed by. */
export type ArchivePacking = 'gzip' | 'bzip2' | 'xz';

/** What a declaration tells the engine `archive` about reading a format. */
export interface ArchiveRead {
  readonly container: ArchiveContainer;
  readonly packing?: ArchivePacking;
}

/** What a format may have no place for. */
export type ArchiveDetail = 'owners' | 'owner names' | 'fractions of seconds' | 'times before 1980';

/** What a declaration tells the engine `archive` about writing a format. */
export interface ArchiveWrite {
  readonly container: Exclude<ArchiveContainer, 'rar'>;
  readonly packing?: ArchivePacking;
  readonly lacks?: readonly ArchiveDetail[];
}
