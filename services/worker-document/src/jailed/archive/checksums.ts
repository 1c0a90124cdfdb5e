import { openSync, readSync } from 'node:fs';
import { createInterface } from 'node:readline';
import type { ArchiveContainer } from '@filemill/formats';
import { isDecomposed } from './name-forms.js';
import { SEVEN_ZIP, start } from './programs.js';
import { Refused } from './refused.js';

/** The word that forces 7z to the reader of RAR 5, or of those before it. */
export const rarType = (path: string): 'rar' | 'rar5' => (byteAt(path, 6) === 1 ? 'rar5' : 'rar');

/** The word that forces 7z to one reader, for the formats with a CRC-32 of each file. */
const TYPES: Readonly<Partial<Record<ArchiveContainer, (path: string) => string>>> = {
  zip: () => 'zip',
  '7z': () => '7z',
  rar: (path) => rarType(path),
};

/**
 * The checksums that an archive gives of its files. bsdtar, which reads the content, takes as many bytes as are declared
 * and looks at no checksum then; so what it read is compared with what 7z lists. That also refuses what the two programs
 * would not read alike.
 */
export class Checksums {
  private constructor(
    private readonly counts: Map<string, number>,
    /** Names whose accents stand apart from their letters: 7z lists them as they are, bsdtar does not. */
    readonly decomposedNames: number,
  ) {}

  /** Undefined for a format that has none: a tar itself has no checksum of its content. */
  static async list(path: string, container: ArchiveContainer): Promise<Checksums | undefined> {
    const type = TYPES[container]?.(path);
    if (!type) return undefined;
    const counts = new Map<string, number>();
    const lister = start(SEVEN_ZIP, ['l', '-slt', '-ba', `-t${type}`, '-y', path]);
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
    // What it cannot list well enough is seen by what is then missing.
    await lister.ended.catch(() => undefined);
    return new Checksums(counts, decomposedNames);
  }

  /** @throws {Refused} corrupt, if no file that is listed is this one */
  check(sizeBytes: number, checksum: number): void {
    if (!this.has(sizeBytes, checksum)) throw new Refused('corrupt', 'a checksum in it is wrong');
  }

  /** Whether a file that is listed is this one; each is found once. */
  has(sizeBytes: number, checksum: number): boolean {
    const crc = checksum.toString(16).toUpperCase().padStart(8, '0');
    // RAR may have a hash of another kind instead, which bsdtar does look at.
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
