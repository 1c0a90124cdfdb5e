/** The format that holds the entries. */
export type ArchiveContainer = 'zip' | '7z' | 'rar' | 'tar';
/** How a whole tar is compressed. */
export type ArchivePacking = 'gzip' | 'bzip2' | 'xz';

/** What the engine `archive` needs to read a format. */
export interface ArchiveRead {
  readonly container: ArchiveContainer;
  readonly packing?: ArchivePacking;
}

/** Metadata that some formats cannot store. */
export type ArchiveDetail = 'owners' | 'owner names' | 'fractions of seconds' | 'times before 1980';

/** What the engine `archive` needs to write a format. */
export interface ArchiveWrite {
  readonly container: Exclude<ArchiveContainer, 'rar'>;
  readonly packing?: ArchivePacking;
  readonly lacks?: readonly ArchiveDetail[];
}
