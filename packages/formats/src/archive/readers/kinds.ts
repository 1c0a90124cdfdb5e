import type { ArchiveContainer, ArchivePacking } from '../../define/document-engines.js';

/** Every archive can become every other: all of them hold files and folders, and those of comics are comics. */
export const from = ['files', 'comic'] as const;

/** How the engine reads an archive. */
export const reads = <const C extends ArchiveContainer, const P extends ArchivePacking>(
  container: C,
  packing?: P,
  as: (typeof from)[number] = 'files',
) => ({ archive: { as, container, ...(packing && { packing }) } }) as const;
