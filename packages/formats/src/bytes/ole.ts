import { type ByteReader, corrupt, endsTooEarly } from './byte-reader.js';
import { Window } from './windows.js';

/** Offsets and constants: [MS-CFB] 2.2, 2.3, 2.6. */
const HEADER_BYTES = 512;
const ENTRY_BYTES = 128;
const END_OF_CHAIN = 0xffff_fffe;
const FREE = 0xffff_ffff;
/** FAT sectors listed in the header: all of a file below 7 MB, and enough to find the directory of a larger one. */
const HEADER_FAT_SECTORS = 109;
/** Further names are not read: in practice the main stream is among the first. */
const MAX_DIRECTORY_SECTORS = 256;
/** `uSectorShift` by version; for any other value readers assume version 3. */
const SECTOR_SHIFT = { version3: 9, version4: 12 };

/** Streams shorter than the header's cut-off are stored in pieces of this size inside the root entry's stream. */
const MINI_SECTOR_BYTES = 64;

/** An entry of the directory. */
interface Stream {
  /** In lower case: names are case-insensitive, [MS-CFB] 2.6.4. */
  readonly name: string;
  readonly startSector: number;
  readonly sizeBytes: number;
}

/**
 * The streams of a compound file, the container of binary Office files; it reads the directory and starts of streams.
 *
 * @see [MS-CFB]
 */
export class CompoundFile {
  private constructor(
    private readonly reader: ByteReader,
    private readonly window: Window,
    private readonly header: Buffer,
    private readonly sectorBytes: number,
  ) {}

  static async open(reader: ByteReader): Promise<CompoundFile> {
    const window = new Window(reader);
    const header = await window.read(0, HEADER_BYTES);
    if (header.length < HEADER_BYTES) throw endsTooEarly();
    const shift =
      header.readUInt16LE(30) === SECTOR_SHIFT.version4 ? SECTOR_SHIFT.version4 : SECTOR_SHIFT.version3;
    return new CompoundFile(reader, window, header, 1 << shift);
  }

  /** One sector; shorter at the end of the file. */
  private sector(number: number): Promise<Buffer> {
    return this.window.read((number + 1) * this.sectorBytes, this.sectorBytes);
  }

  /**
   * The entries of the directory, in order, as far as they can be read.
   *
   * @param isLast - whether to stop after this entry
   */
  async streams(isLast: (stream: Stream) => boolean = () => false): Promise<Stream[]> {
    const streams: Stream[] = [];
    let sector = this.header.readUInt32LE(48);
    for (let count = 0; sector < END_OF_CHAIN && count < MAX_DIRECTORY_SECTORS; count++) {
      const bytes = await this.sector(sector);
      for (let at = 0; at + ENTRY_BYTES <= bytes.length; at += ENTRY_BYTES) {
        const nameBytes = Math.max(0, Math.min(64, bytes.readUInt16LE(at + 64)) - 2);
        if (nameBytes === 0) continue;
        const stream = {
          name: bytes.toString('utf16le', at, at + nameBytes).toLowerCase(),
          startSector: bytes.readUInt32LE(at + 116),
          sizeBytes: bytes.readUInt32LE(at + 120),
        };
        streams.push(stream);
        if (isLast(stream)) return streams;
      }
      if (bytes.length < this.sectorBytes) break;
      sector = await this.next(sector);
    }
    return streams;
  }

  /**
   * The first bytes of a stream: at least those of a mini sector, at most those of a sector.
   *
   * @param streams - all of the file; the root entry comes first
   */
  async start(stream: Stream, streams: readonly Stream[]): Promise<Buffer> {
    const root = streams[0];
    const isMini = stream.sizeBytes < this.header.readUInt32LE(56);
    if (!isMini || !root) return this.sector(stream.startSector);
    const offset = stream.startSector * MINI_SECTOR_BYTES;
    let sector = root.startSector;
    // Real programs write a short root stream; a longer chain is not followed.
    for (let hop = Math.floor(offset / this.sectorBytes); hop > 0; hop--) {
      if (sector >= END_OF_CHAIN || hop > MAX_DIRECTORY_SECTORS) throw corrupt('its main part is missing');
      sector = await this.next(sector);
    }
    return (await this.sector(sector)).subarray(offset % this.sectorBytes);
  }

  private async next(sector: number): Promise<number> {
    const perSector = this.sectorBytes / 4;
    const index = Math.floor(sector / perSector);
    if (index >= HEADER_FAT_SECTORS) return END_OF_CHAIN;
    const fat = await this.sector(this.header.readUInt32LE(76 + 4 * index));
    const at = (sector % perSector) * 4;
    return at + 4 <= fat.length ? fat.readUInt32LE(at) : END_OF_CHAIN;
  }

  /** Whether the file ends before the last sector that its FAT uses. */
  async isCutShort(): Promise<boolean> {
    const fatSectors = this.header.readUInt32LE(44);
    if (fatSectors === 0 || fatSectors > HEADER_FAT_SECTORS) return false;
    const fat = await this.sector(this.header.readUInt32LE(76 + 4 * (fatSectors - 1)));
    if (fat.length < this.sectorBytes) return true;
    let last = fat.length / 4 - 1;
    while (last >= 0 && fat.readUInt32LE(last * 4) === FREE) last--;
    const sector = (fatSectors - 1) * (this.sectorBytes / 4) + last;
    // The last sector itself may be short: some writers leave its padding out.
    return this.reader.sizeBytes <= (sector + 1) * this.sectorBytes;
  }
}
