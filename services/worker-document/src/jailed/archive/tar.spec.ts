import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { gzip } from './gzip.js';
import { paddingOf, TAR_END, tarHeader } from './tar-header.js';
import { readTar } from './tar-reader.js';

async function* chunksOf(bytes: Buffer, length: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length);
}
const plain = { type: '0', mode: 0o644, mtime: '1000000000', uid: 0, gid: 0, userName: '', groupName: '' };

describe('a tar that was written by TarWriter', () => {
  it.each([1, 511, 100_000])('is read with equal entries in chunks of %d bytes', async (length) => {
    const entries = [
      { ...plain, name: 'a', sizeBytes: 700 },
      { ...plain, name: `${'日本/'.repeat(40)}b`, sizeBytes: 0, mtime: '-1.5', uid: 3e6, userName: 'Größe' },
      { ...plain, name: 'c/', type: '5', sizeBytes: 0, mode: 0o4755, gid: 7, groupName: 'staff' },
    ];
    const parts = entries.flatMap((entry) => [
      tarHeader(entry),
      Buffer.alloc(entry.sizeBytes, 'x'),
      Buffer.alloc(paddingOf(entry.sizeBytes)),
    ]);
    const seen = [];
    for await (const { data, hasAttributes, ...header } of readTar(
      chunksOf(Buffer.concat([...parts, TAR_END]), length),
    )) {
      let bytes = 0;
      for await (const part of data) bytes += part.length;
      expect([bytes, hasAttributes]).toEqual([header.sizeBytes, false]);
      seen.push({ ...header, name: header.name.toString() });
    }
    expect(seen).toEqual(entries);
  });

  it('is refused if it ends within an entry', async () => {
    const cut = Buffer.concat([tarHeader({ ...plain, name: 'a', sizeBytes: 700 }), Buffer.alloc(600)]);
    const read = async () => {
      for await (const { data } of readTar(chunksOf(cut, 1_000)))
        for await (const part of data) expect(part.length).toBeGreaterThan(0);
    };
    await expect(read()).rejects.toThrow('ends too early');
  });
});

describe('gzip', () => {
  it.each([0, 1, 600_000, 3_000_000])(
    'writes one member of %d bytes that zlib can unpack',
    async (length) => {
      const bytes = Buffer.from(Array.from({ length }, (_, i) => (i * i) % 251));
      const packed: Buffer[] = [];
      for await (const part of gzip(chunksOf(bytes, 65_536), 6)) packed.push(part);
      const all = Buffer.concat(packed);
      expect(gunzipSync(all).equals(bytes)).toBe(true);
      expect(all.readUInt32LE(all.length - 4)).toBe(length);
    },
  );
});
