import { describe, expect, it } from '@jest/globals';
import { countDecomposed, isDecomposed } from './name-forms.js';
import { paddingOf, TAR_END, tarHeader } from './tar-header.js';

const plain = { type: '0', mode: 0o644, mtime: '1000000000', uid: 0, gid: 0, userName: '', groupName: '' };
const tarOf = (names: readonly string[], sizeBytes: number): Buffer =>
  Buffer.concat([
    ...names.flatMap((name) => [
      tarHeader({ ...plain, name, sizeBytes }),
      Buffer.alloc(sizeBytes, 'x'),
      Buffer.alloc(paddingOf(sizeBytes)),
    ]),
    TAR_END,
  ]);

async function* chunksOf(bytes: Buffer, length: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length);
}

async function counted(bytes: Buffer, length = 1_000): Promise<{ count: number; passed: Buffer }> {
  let count = 0;
  const parts: Buffer[] = [];
  const tar = countDecomposed(chunksOf(bytes, length), () => {
    count += 1;
  });
  for await (const part of tar) parts.push(part);
  return { count, passed: Buffer.concat(parts) };
}

describe('isDecomposed', () => {
  it('distinguishes combining accents from precomposed letters', () => {
    expect(['e\u0301', '\u00e9', 'e', '\u30d5\u309a', '\u30d7'].map(isDecomposed)).toEqual([
      ...[true, false, false],
      ...[true, false],
    ]);
  });
});

describe('countDecomposed', () => {
  const names = ['a', 'Gro\u0308\u00dfe', 'Gr\u00f6\u00dfe', `${'d/'.repeat(60)}e\u0301`];

  it.each([1, 511, 100_000])('counts names and changes no byte, in chunks of %d bytes', async (length) => {
    const tar = tarOf(names, 700);
    const { count, passed } = await counted(tar, length);
    expect(count).toBe(2);
    expect(passed.equals(tar)).toBe(true);
  });

  it('passes on the rest after data that is not tar', async () => {
    const tar = Buffer.concat([tarOf(names, 0), Buffer.from('whatever follows')]);
    expect((await counted(tar)).passed.equals(tar)).toBe(true);
    const noise = Buffer.alloc(5_000, 'noise');
    expect(await counted(noise)).toEqual({ count: 0, passed: noise });
  });
});
