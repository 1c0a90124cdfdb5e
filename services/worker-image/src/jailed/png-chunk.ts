import { crc32 } from 'node:zlib';

/** A chunk of a PNG (PNG 3, 5.3). @param type - four letters */
export function pngChunk(type: string, ...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), ...parts]);
  const chunk = Buffer.alloc(body.length + 8);
  chunk.writeUInt32BE(body.length - type.length, 0);
  body.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(body), body.length + 4);
  return chunk;
}
