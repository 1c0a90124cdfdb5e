import { crc32, deflateRawSync } from 'node:zlib';
import type { ByteReader } from './byte-reader.js';

/** One entry of a test zip; the optional fields make its headers wrong. */
export interface Part {
  readonly name: string;
  readonly data: Buffer | string;
  readonly stored?: boolean;
  /** As declared in the headers; the data are always deflated. */
  readonly method?: number;
  readonly flags?: number;
  readonly declaredBytes?: number;
  readonly localName?: string;
  readonly localBytes?: number;
  readonly localMethod?: number;
  /** Its directory entry points to the data of the entry before it. */
  readonly sharesOffset?: boolean;
  /** Sizes and checksum follow the data, as in a zip that was written to a pipe. */
  readonly sizesFollow?: boolean;
}

/** A zip file, valid except for what its parts declare. */
export function zipOf(parts: readonly Part[]): Buffer {
  const local: Buffer[] = [];
  const central: Buffer[] = [];
  let [at, before] = [0, 0];
  for (const part of parts) {
    const data = Buffer.from(part.data as string);
    const packed = part.stored ? data : deflateRawSync(data);
    const method = part.method ?? (part.stored ? 0 : 8);
    const size = part.declaredBytes ?? data.length;
    const localName = Buffer.from(part.localName ?? part.name);
    const header = Buffer.alloc(30);
    header.writeUInt32LE(0x04034b50, 0);
    const flags = (part.flags ?? 0) | (part.sizesFollow ? 8 : 0);
    header.writeUInt16LE(flags, 6);
    header.writeUInt16LE(part.localMethod ?? method, 8);
    const sums = Buffer.alloc(12);
    sums.writeUInt32LE(crc32(data), 0);
    sums.writeUInt32LE(packed.length, 4);
    sums.writeUInt32LE(part.localBytes ?? size, 8);
    if (!part.sizesFollow) sums.copy(header, 14);
    const descriptor = part.sizesFollow ? Buffer.concat([Buffer.from('PK\x07\x08', 'latin1'), sums]) : '';
    header.writeUInt16LE(localName.length, 26);
    const name = Buffer.from(part.name);
    const line = Buffer.alloc(46);
    line.writeUInt32LE(0x02014b50, 0);
    line.writeUInt16LE(flags, 8);
    line.writeUInt16LE(method, 10);
    line.writeUInt32LE(crc32(data), 16);
    line.writeUInt32LE(packed.length, 20);
    line.writeUInt32LE(size, 24);
    line.writeUInt16LE(name.length, 28);
    line.writeUInt32LE(part.sharesOffset ? before : at, 42);
    local.push(header, localName, packed, Buffer.from(descriptor));
    central.push(line, name);
    before = at;
    at += header.length + localName.length + packed.length + descriptor.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...local, directory, end]);
}

/** Counts the reads of a file. */
export class CountingReader implements ByteReader {
  reads = 0;
  bytes = 0;

  /** @param sizeBytes - declared size, if it is larger than the real one; the missing part reads as zeros */
  constructor(
    private readonly content: Buffer,
    readonly sizeBytes = content.length,
  ) {}

  async read(offset: number, length: number): Promise<Buffer> {
    const wanted = Math.max(0, Math.min(length, this.sizeBytes - offset));
    this.reads += 1;
    this.bytes += wanted;
    const part = this.content.subarray(offset, offset + wanted);
    return part.length === wanted ? part : Buffer.concat([part, Buffer.alloc(wanted - part.length)]);
  }
}

/** A Palm database. @param identity - type and creator, four letters each */
export function palmDatabase(title: string, identity: string, records: readonly Buffer[]): Buffer {
  const head = Buffer.alloc(78 + records.length * 8);
  head.write(title, 0);
  head.write(identity, 60);
  head.writeUInt16BE(records.length, 76);
  let at = head.length;
  for (const [i, record] of records.entries()) {
    head.writeUInt32BE(at, 78 + i * 8);
    at += record.length;
  }
  return Buffer.concat([head, ...records]);
}
