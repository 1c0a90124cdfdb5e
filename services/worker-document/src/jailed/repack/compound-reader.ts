/** Offsets of the header: [MS-CFB] 2.2. */
export const HEADER = {
  bytes: 512,
  versionAt: 26,
  shiftAt: 30,
  miniShiftAt: 32,
  directorySectorsAt: 40,
  fatSectorsAt: 44,
  directoryAt: 48,
  cutoffAt: 56,
  miniFatAt: 60,
  miniFatSectorsAt: 64,
  difatAt: 68,
  difatSectorsAt: 72,
  listAt: 76,
  listed: 109,
};
/** An entry of the directory: [MS-CFB] 2.6.1. */
export const ENTRY = { bytes: 128, typeAt: 66, startAt: 116, sizeAt: 120 };
/** Streams below the cut-off are in sectors of 64 bytes: [MS-CFB] 2.2. */
export const MINI = { shift: 6, bytes: 64, cutoff: 4096 };
/** [MS-CFB] 2.1. */
export const END_OF_CHAIN = 0xffff_fffe;

const SIGNATURE = 'd0cf11e0a1b11ae1';
const TYPES = { unused: 0, storage: 1, stream: 2, root: 5 };
/** Sizes of a sector by version, as powers of two. */
const SHIFTS: Readonly<Record<number, number>> = { 3: 9, 4: 12 };

/** A stream with all its bytes. */
export interface StoredStream {
  /** Its number in the directory. */
  readonly entry: number;
  /** Shorter than 4,096 bytes, so it belongs in the stream of the root entry. */
  readonly isMini: boolean;
  readonly content: Buffer;
}

/** A compound file, as far as it is more than free space. */
export interface Compound {
  readonly sectorBytes: number;
  /** Without unused entries at its end. */
  readonly directory: Buffer;
  readonly streams: readonly StoredStream[];
}

/** Why a file cannot be rewritten; it is no error of a program. */
class Unusual extends Error {}

/**
 * Reads a compound file strictly: a rewrite must not lose what a lenient reader finds in a file that breaks the rules.
 *
 * @returns undefined if the file is no compound file, is damaged, or holds bytes behind its last sector
 */
export function readCompound(file: Buffer): Compound | undefined {
  try {
    return new Reader(file).read();
  } catch (error) {
    if (error instanceof Unusual) return undefined;
    throw error;
  }
}

class Reader {
  private readonly sectorBytes: number;
  private readonly sectors: number;
  private readonly fat: readonly number[];
  /** Each sector belongs to one chain at most. */
  private readonly used: Uint8Array;

  constructor(private readonly file: Buffer) {
    const shift = file.length > HEADER.bytes ? SHIFTS[file.readUInt16LE(HEADER.versionAt)] : undefined;
    const isUsual =
      shift !== undefined &&
      file.toString('hex', 0, SIGNATURE.length / 2) === SIGNATURE &&
      file.readUInt16LE(HEADER.shiftAt) === shift &&
      file.readUInt16LE(HEADER.miniShiftAt) === MINI.shift &&
      file.readUInt32LE(HEADER.cutoffAt) === MINI.cutoff;
    if (!isUsual) throw new Unusual();
    this.sectorBytes = 1 << shift;
    this.sectors = Math.ceil(file.length / this.sectorBytes) - 1;
    this.used = new Uint8Array(this.sectors);
    this.fat = this.readFat();
    if (this.sectors > this.fat.length) throw new Unusual();
  }

  read(): Compound {
    const directory = this.chain(this.file.readUInt32LE(HEADER.directoryAt));
    const entries = directory.length / ENTRY.bytes;
    if (entries === 0 || !Number.isInteger(entries) || directory[ENTRY.typeAt] !== TYPES.root)
      throw new Unusual();
    const hasMiniFat = this.file.readUInt32LE(HEADER.miniFatSectorsAt) > 0;
    const miniFat = hasMiniFat ? numbersIn(this.chain(this.file.readUInt32LE(HEADER.miniFatAt))) : [];
    const mini = this.contentOf(directory, 0);
    const usedMini = new Uint8Array(Math.ceil(mini.length / MINI.bytes));
    const streams: StoredStream[] = [];
    let last = 0;
    for (let entry = 1; entry < entries; entry++) {
      const type = directory[entry * ENTRY.bytes + ENTRY.typeAt];
      if (type !== TYPES.unused) last = entry;
      if (type === TYPES.unused || type === TYPES.storage) continue;
      if (type !== TYPES.stream) throw new Unusual();
      const isMini = this.sizeOf(directory, entry) < MINI.cutoff;
      const content = isMini
        ? this.miniContentOf(directory, entry, { mini, miniFat, usedMini })
        : this.contentOf(directory, entry);
      streams.push({ entry, isMini, content });
    }
    const perSector = this.sectorBytes / ENTRY.bytes;
    const kept = Math.ceil((last + 1) / perSector) * this.sectorBytes;
    return { sectorBytes: this.sectorBytes, directory: directory.subarray(0, kept), streams };
  }

  /** Version 3 has sizes of 32 bits, and programs leave anything in the upper half. */
  private sizeOf(directory: Buffer, entry: number): number {
    const at = entry * ENTRY.bytes + ENTRY.sizeAt;
    if (this.sectorBytes > HEADER.bytes && directory.readUInt32LE(at + 4) !== 0) throw new Unusual();
    return directory.readUInt32LE(at);
  }

  private contentOf(directory: Buffer, entry: number): Buffer {
    const size = this.sizeOf(directory, entry);
    if (size === 0) return Buffer.alloc(0);
    const content = this.chain(directory.readUInt32LE(entry * ENTRY.bytes + ENTRY.startAt), size);
    if (content.length < size) throw new Unusual();
    return content.subarray(0, size);
  }

  private miniContentOf(
    directory: Buffer,
    entry: number,
    {
      mini,
      miniFat,
      usedMini,
    }: { readonly mini: Buffer; readonly miniFat: readonly number[]; readonly usedMini: Uint8Array },
  ): Buffer {
    const size = this.sizeOf(directory, entry);
    const parts: Buffer[] = [];
    let sector = directory.readUInt32LE(entry * ENTRY.bytes + ENTRY.startAt);
    for (let bytes = 0; bytes < size; bytes += MINI.bytes) {
      if (sector >= usedMini.length || usedMini[sector]) throw new Unusual();
      usedMini[sector] = 1;
      parts.push(mini.subarray(sector * MINI.bytes, (sector + 1) * MINI.bytes));
      sector = miniFat[sector] ?? END_OF_CHAIN;
    }
    const content = Buffer.concat(parts);
    if (content.length < size) throw new Unusual();
    return content.subarray(0, size);
  }

  /** The bytes of a chain of sectors, at least `size` of them if there are as many. */
  private chain(start: number, size = Number.POSITIVE_INFINITY): Buffer {
    const parts: Buffer[] = [];
    let sector = start;
    for (let bytes = 0; bytes < size && sector !== END_OF_CHAIN; bytes += this.sectorBytes) {
      // Only the last sector of a file may be shorter, and nothing can follow it.
      if ((parts.at(-1)?.length ?? this.sectorBytes) < this.sectorBytes) throw new Unusual();
      parts.push(this.take(sector));
      sector = this.fat[sector] as number;
    }
    return Buffer.concat(parts);
  }

  private take(sector: number): Buffer {
    if (sector >= this.sectors || this.used[sector]) throw new Unusual();
    this.used[sector] = 1;
    return this.file.subarray((sector + 1) * this.sectorBytes, (sector + 2) * this.sectorBytes);
  }

  private readFat(): readonly number[] {
    const count = this.file.readUInt32LE(HEADER.fatSectorsAt);
    const listed: number[] = [];
    for (let index = 0; index < Math.min(count, HEADER.listed); index++) {
      listed.push(this.file.readUInt32LE(HEADER.listAt + 4 * index));
    }
    let difat = this.file.readUInt32LE(HEADER.difatAt);
    while (listed.length < count) {
      const numbers = numbersIn(this.take(difat));
      difat = numbers.pop() ?? END_OF_CHAIN;
      listed.push(...numbers.slice(0, count - listed.length));
    }
    return listed.flatMap((sector) => numbersIn(this.take(sector)));
  }
}

function numbersIn(bytes: Buffer): number[] {
  return Array.from({ length: Math.floor(bytes.length / 4) }, (_, index) => bytes.readUInt32LE(4 * index));
}
