import { randomBytes } from 'node:crypto';

/** A UUIDv7 of an instant in Unix milliseconds: 48 bits of time, then chance (RFC 9562, 5.7). */
export function newConversionId(atMs: number): string {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(atMs, 0, 6);
  bytes.writeUInt8(0x70 | (bytes.readUInt8(6) & 0x0f), 6);
  bytes.writeUInt8(0x80 | (bytes.readUInt8(8) & 0x3f), 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** The instant that a UUIDv7 carries, Unix milliseconds. */
export const instantOfId = (id: string): number => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);
