import { crc32 } from 'node:zlib';

/** An entry of a zip that is written. */
export interface WrittenEntry {
  readonly name: string;
  /** 0 stored, 8 deflated. */
  readonly method: number;
  /** As it is written. */
  readonly packed: Buffer;
  readonly content: Buffer;
}

/**
 * Builds the records around the entries of a zip, in the order in which they are written. APPNOTE.TXT 6.3.10, sections 4.3.7,
 * 4.3.12 and 4.3.16.
 */
export class ZipRecords {
  private readonly central: Buffer[] = [];
  private count = 0;
  private at = 0;

  /** The local header, which its data follow. */
  add({ name, method, packed, content }: WrittenEntry): Buffer {
    const nameBytes = Buffer.from(name);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(0x0800, 2); // the name is UTF-8
    common.writeUInt16LE(method, 4);
    common.writeUInt16LE(0x21, 8); // 1980-01-01
    common.writeUInt32LE(crc32(content), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(content.length, 18);
    common.writeUInt16LE(nameBytes.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), common, nameBytes]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(this.at, 10);
    this.central.push(Buffer.from('PK\x01\x02\x14\0', 'latin1'), common, rest, nameBytes);
    this.at += local.length + packed.length;
    this.count += 1;
    return local;
  }

  /** The directory, which ends the file. */
  end(): Buffer {
    const directory = Buffer.concat(this.central);
    const end = Buffer.alloc(22);
    end.writeUInt32LE(0x06054b50, 0);
    end.writeUInt16LE(this.count, 8);
    end.writeUInt16LE(this.count, 10);
    end.writeUInt32LE(directory.length, 12);
    end.writeUInt32LE(this.at, 16);
    return Buffer.concat([directory, end]);
  }
}
