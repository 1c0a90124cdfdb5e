import { AppError } from '@filemill/errors';
import type { ByteReader } from '../byte-reader.js';
import { corrupt, cutShort } from '../image/corrupt.js';

/** Offsets and constants: [MS-CFB] 2.2, 2.3, 2.6. */
const HEADER_BYTES = 512;
const ENTRY_BYTES = 128;
const END_OF_CHAIN = 0xffff_fffe;
const FREE = 0xffff_ffff;
/** FAT sectors that the header lists itself: all of a file below 7 MB, enough for the directory of a larger one. */
const HEADER_FAT_SECTORS = 109;
/** Names beyond are not looked at: the main stream comes first in practice. */
const MAX_DIRECTORY_SECTORS = 256;

/** Streams shorter than the cut-off of the header lie in pieces of this size inside the stream of the root entry. */
const MINI_SECTOR_BYTES = 64;

interface Stream {
  readonly name: string;
  readonly startSector: number;
  readonly sizeBytes: number;
}

class CompoundFile {
  private constructor(
    private readonly reader: ByteReader,
    private readonly header: Buffer,
    private readonly sectorBytes: number,
  ) {}

  static async open(reader: ByteReader): Promise<CompoundFile> {
    const header = await reader.read(0, HEADER_BYTES);
    if (header.length < HEADER_BYTES) throw cutShort();
    const shift = header.readUInt16LE(30);
    if (shift !== 9 && shift !== 12) throw corrupt('its header is broken');
    return new CompoundFile(reader, header, 1 << shift);
  }

  sector(number: number): Promise<Buffer> {
    return this.reader.read((number + 1) * this.sectorBytes, this.sectorBytes);
  }

  async streams(): Promise<Stream[]> {
    const streams: Stream[] = [];
    let sector = this.header.readUInt32LE(48);
    for (let count = 0; sector < END_OF_CHAIN && count < MAX_DIRECTORY_SECTORS; count++) {
      const bytes = await this.sector(sector);
      if (bytes.length < this.sectorBytes) throw cutShort();
      for (let at = 0; at < bytes.length; at += ENTRY_BYTES) {
        const nameBytes = Math.max(0, Math.min(64, bytes.readUInt16LE(at + 64)) - 2);
        if (nameBytes === 0) continue;
        streams.push({
          name: bytes.toString('utf16le', at, at + nameBytes),
          startSector: bytes.readUInt32LE(at + 116),
          sizeBytes: bytes.readUInt32LE(at + 120),
        });
      }
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
    // The root's stream is short in all that real programs write; a longer way there is not gone.
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
    if (fat.length < this.sectorBytes) throw cutShort();
    return fat.readUInt32LE((sector % perSector) * 4);
  }

  /** @throws {AppError} FILE_CORRUPT if the file ends before the last sector that its table uses */
  async checkEnd(): Promise<void> {
    const fatSectors = this.header.readUInt32LE(44);
    if (fatSectors === 0 || fatSectors > HEADER_FAT_SECTORS) return;
    const fat = await this.sector(this.header.readUInt32LE(76 + 4 * (fatSectors - 1)));
    if (fat.length < this.sectorBytes) throw cutShort();
    let last = fat.length / 4 - 1;
    while (last >= 0 && fat.readUInt32LE(last * 4) === FREE) last--;
    const sector = (fatSectors - 1) * (this.sectorBytes / 4) + last;
    // The last sector itself may be short: some writers leave its padding out.
    if (this.reader.sizeBytes <= (sector + 1) * this.sectorBytes) throw cutShort();
  }
}

const KINDS: readonly (readonly [stream: string, format: string])[] = [
  ['WordDocument', 'doc'],
  ['PowerPoint Document', 'ppt'],
  ['Workbook', 'xls'],
  ['Book', 'xls'],
];

/**
 * Which binary Office format a compound file is; `ole` if it is none that we know.
 *
 * @throws {AppError} FILE_ENCRYPTED for an Office Open XML file behind a password: what is inside cannot be told
 */
export async function oleKind(reader: ByteReader): Promise<string | undefined> {
  const names = await (await CompoundFile.open(reader)).streams();
  const has = (wanted: string): boolean => names.some(({ name }) => name === wanted);
  if (has('EncryptedPackage')) throw new AppError('FILE_ENCRYPTED');
  return KINDS.find(([stream]) => has(stream))?.[1] ?? 'ole';
}

/** See {@link Inspector.inspect}. */
export async function inspectOle(reader: ByteReader, format: string): Promise<void> {
  const file = await CompoundFile.open(reader);
  await file.checkEnd();
  const streams = await file.streams();
  if (streams.some(({ name }) => name === 'EncryptedSummary')) throw new AppError('FILE_ENCRYPTED');
  const main = streams.find(({ name }) => KINDS.some(([stream, kind]) => kind === format && stream === name));
  if (!main) throw corrupt('its main part is missing');
  const start = await file.start(main, streams);
  if (format === 'doc' && isEncryptedWord(start)) throw new AppError('FILE_ENCRYPTED');
  if (format === 'xls' && isEncryptedWorkbook(start)) throw new AppError('FILE_ENCRYPTED');
}

/** [MS-DOC] 2.5.2: bit `fEncrypted` of the FibBase. */
const isEncryptedWord = (fib: Buffer): boolean => fib.length > 12 && (fib.readUInt16LE(10) & 0x0100) !== 0;

/** [MS-XLS] 2.4.117: a FilePass record follows the BOF of a workbook behind a password. */
function isEncryptedWorkbook(records: Buffer): boolean {
  for (let at = 0; at + 4 <= records.length; at += 4 + records.readUInt16LE(at + 2)) {
    if (records.readUInt16LE(at) === 0x002f) return true;
  }
  return false;
}
