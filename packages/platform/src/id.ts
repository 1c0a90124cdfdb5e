import { randomBytes } from 'node:crypto';

/**
 * A UUIDv7: 48 bits of time, then random bits (RFC 9562, 5.7). Ids of later instants sort later.
 *
 * @param atMs - Unix milliseconds
 */
export function newId(atMs: number): string {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(atMs, 0, 6);
  bytes.writeUInt8(0x70 | (bytes.readUInt8(6) & 0x0f), 6);
  bytes.writeUInt8(0x80 | (bytes.readUInt8(8) & 0x3f), 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
