import type { ArchiveContainer, ArchivePacking } from '../../define/document-engines.js';

/** Every archive can become every other: all of them hold files and folders. */
export const from = ['files'] as const;

/** How the engine reads an archive. */
export const reads = <const C extends ArchiveContainer, const P extends ArchivePacking>(
  container: C,
  packing?: P,
) => ({ archive: { as: 'files', container, ...(packing && { packing }) } }) as const;
