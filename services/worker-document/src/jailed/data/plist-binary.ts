import { type Conversion, Moment, Refused, type Value } from './model.js';

/** Seconds from the epoch of Unix to that of Apple, 1 January 2001. */
const APPLE_EPOCH_SECONDS = 978_307_200;
const TRAILER_BYTES = 32;

/**
 * Reads a binary property list: a table of offsets at its end, and objects that name others by their numbers.
 *
 * @see CFBinaryPList.c of Apple's open-source CoreFoundation
 */
export function readBinaryPlist(bytes: Buffer, conversion: Conversion): Value {
  try {
    return new BinaryPlist(bytes, conversion).read();
  } catch (error) {
    if (error instanceof RangeError && !/call stack/.test(error.message))
      throw new Refused('corrupt', 'the property list is broken');
    throw error;
  }
}

class BinaryPlist {
  private readonly offsetBytes: number;
  private readonly numberBytes: number;
  private readonly top: number;
  private readonly table: number;

  constructor(
    private readonly bytes: Buffer,
    private readonly conversion: Conversion,
  ) {
    const trailer = bytes.subarray(bytes.length - TRAILER_BYTES);
    this.offsetBytes = trailer.readUInt8(6);
    this.numberBytes = trailer.readUInt8(7);
    this.top = Number(trailer.readBigUInt64BE(16));
    this.table = Number(trailer.readBigUInt64BE(24));
  }

  read(): Value {
    return this.object(this.top, 0);
  }

  private uint(at: number, size: number): number {
    return size > 6 ? Number(this.bytes.readBigUInt64BE(at)) : this.bytes.readUIntBE(at, size);
  }

  private object(number: number, depth: number): Value {
    this.conversion.count(depth);
    const at = this.uint(this.table + number * this.offsetBytes, this.offsetBytes);
    const marker = this.bytes.readUInt8(at);
    const kind = marker >> 4;
    const low = marker & 0x0f;
    if (kind === 0x0) return low === 8 ? false : low === 9 ? true : null;
    if (kind === 0x1) return this.integer(at + 1, 2 ** low);
    if (kind === 0x2) return low === 2 ? this.bytes.readFloatBE(at + 1) : this.bytes.readDoubleBE(at + 1);
    if (kind === 0x3) {
      const seconds = this.bytes.readDoubleBE(at + 1) + APPLE_EPOCH_SECONDS;
      return Moment.ofDate(new Date(Math.round(seconds * 1_000)));
    }
    // A reference inside a keyed archive.
    if (kind === 0x8) return BigInt(this.uint(at + 1, low + 1));
    const { start, length } = this.extent(at, low);
    if (kind === 0x4) return Buffer.from(this.slice(start, length));
    if (kind === 0x5) return this.slice(start, length).toString('latin1');
    if (kind === 0x6)
      return Buffer.from(this.slice(start, 2 * length))
        .swap16()
        .toString('utf16le');
    if (kind === 0xa || kind === 0xb || kind === 0xc) return this.objects(start, length, depth);
    if (kind === 0xd) return this.map(start, length, depth);
    throw new Refused('corrupt', 'the property list has an unknown type');
  }

  private integer(at: number, size: number): bigint {
    // Sizes below 8 have no sign. Of 16 bytes the last 8 count, as Apple writes them.
    if (size < 8) return BigInt(this.bytes.readUIntBE(at, size));
    return size === 8 ? this.bytes.readBigInt64BE(at) : this.bytes.readBigUInt64BE(at + size - 8);
  }

  private extent(at: number, low: number): { start: number; length: number } {
    if (low < 0x0f) return { start: at + 1, length: low };
    const size = 2 ** (this.bytes.readUInt8(at + 1) & 0x0f);
    return { start: at + 2 + size, length: Number(this.integer(at + 2, size)) };
  }

  private slice(start: number, length: number): Buffer {
    if (!(length >= 0 && start + length <= this.bytes.length))
      throw new Refused('corrupt', 'the property list is cut');
    return this.bytes.subarray(start, start + length);
  }

  private objects(start: number, length: number, depth: number): Value[] {
    this.slice(start, length * this.numberBytes);
    return Array.from({ length }, (_, index) =>
      this.object(this.uint(start + index * this.numberBytes, this.numberBytes), depth + 1),
    );
  }

  private map(start: number, length: number, depth: number): Value {
    const names = this.objects(start, length, depth);
    const values = this.objects(start + length * this.numberBytes, length, depth);
    const map = new Map<string, Value>();
    for (const [index, name] of names.entries())
      this.conversion.put(map, String(name), values[index] ?? null);
    return map;
  }
}
