import { openSync, readSync } from 'node:fs';
import { createInterface } from 'node:readline';
import type { ArchiveContainer } from '@filemill/formats';
import { isDecomposed } from './name-forms.js';
import { SEVEN_ZIP, startProgram } from './programs.js';
import { Refused } from './refused.js';

/** Option that forces 7z to use its reader of RAR 5, or of earlier versions. */
export const rarType = (path: string): 'rar' | 'rar5' => (byteAt(path, 6) === 1 ? 'rar5' : 'rar');

/** Option that forces 7z to use one reader, for formats with a CRC-32 for each file. */
const TYPES: Readonly<Partial<Record<ArchiveContainer, (path: string) => string>>> = {
  zip: () => 'zip',
  '7z': () => '7z',
  rar: (path) => rarType(path),
};

/**
 * The checksums that an archive stores for its files. bsdtar stops reading a file at its declared size and then skips the
 * checksum, so what it read is compared with 7z's list. This also refuses files that the two programs would read
 * differently.
 */
export class Checksums {
  private constructor(
    private readonly counts: Map<string, number>,
    /** Names with combining accents: 7z lists them unchanged, bsdtar composes them. */
    readonly decomposedNames: number,
  ) {}

  /** Undefined for a format without checksums: a tar has none of its contents. */
  static async list(path: string, container: ArchiveContainer): Promise<Checksums | undefined> {
    const type = TYPES[container]?.(path);
    if (!type) return undefined;
    const counts = new Map<string, number>();
    const lister = startProgram(SEVEN_ZIP, ['l', '-slt', '-ba', `-t${type}`, '-y', path]);
    let size = '0';
    let decomposedNames = 0;
    for await (const line of createInterface({ input: lister.stdout })) {
      const [, key, value = ''] = /^(Path|Size|CRC) = (.*)$/.exec(line) ?? [];
      if (key === 'Path' && isDecomposed(value)) decomposedNames += 1;
      if (key === 'Size') size = value || '0';
      if (key !== 'CRC' || size === '0') continue;
      const known = keyOf(Number(size), value);
      counts.set(known, (counts.get(known) ?? 0) + 1);
    }
    // If 7z cannot list the archive, missing files are noticed later.
    await lister.ended.catch(() => undefined);
    return new Checksums(counts, decomposedNames);
  }

  /** @throws {Refused} corrupt, if no listed file matches this one */
  check(sizeBytes: number, checksum: number): void {
    if (!this.has(sizeBytes, checksum)) throw new Refused('corrupt', 'a checksum in it is wrong');
  }

  /** Whether a listed file matches this one; each listed file matches once. */
  has(sizeBytes: number, checksum: number): boolean {
    const crc = checksum.toString(16).toUpperCase().padStart(8, '0');
    // RAR may store another kind of hash, which bsdtar does check.
    for (const key of [keyOf(sizeBytes, crc), keyOf(sizeBytes, '')]) {
      const count = this.counts.get(key) ?? 0;
      if (count === 0) continue;
      this.counts.set(key, count - 1);
      return true;
    }
    return false;
  }
}

const keyOf = (sizeBytes: number, crc: string): string => `${sizeBytes} ${crc}`;

function byteAt(path: string, offset: number): number {
  const byte = Buffer.alloc(1);
  readSync(openSync(path, 'r'), byte, 0, 1, offset);
  return byte.readUInt8(0);
}
