import { gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import {
  COMPRESSED_MTREES,
  MTREES_IN_OTHER_COMPRESSIONS,
  MTREES_IN_PACKAGES,
  PACKED_BY,
  TARS_NAMED_BY_MTREES,
} from './archive-hostile.js';
import { convert, file, filesIn, formatOf, isOfToday, outcomeOf, todays } from './archive-outcomes.js';
import { membersOf } from './archive-reading.js';

/** Readable in the jail, if a reference were followed. */
const OUTSIDE = '/etc/passwd';

/** SHA-256 of `x`. */
const SHA256_OF_X = '2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881';
/** SHA-256 of an empty file. */
const SHA256_OF_EMPTY = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

describe('an mtree list of files, uploaded as an archive', () => {
  it.each(Object.keys(COMPRESSED_MTREES).filter(isOfToday))(
    'is refused, and its files are not read: %s',
    async (kind) => {
      expect(await outcomeOf(kind, (COMPRESSED_MTREES[kind] as () => Buffer)())).toBe('UNSUPPORTED_FORMAT');
    },
  );

  it.each(Object.keys(MTREES_IN_PACKAGES))('is refused as the content of a package: %s', async (kind) => {
    expect(await outcomeOf(kind, (MTREES_IN_PACKAGES[kind] as () => Buffer)())).toMatch(
      /^(FILE_CORRUPT|UNSUPPORTED_FORMAT)$/,
    );
  });

  it.each(Object.keys(MTREES_IN_OTHER_COMPRESSIONS))(
    'is refused under every format’s name and when compressed: %s',
    async (compressor) => {
      const formats = [...new Set(todays.map(formatOf))];
      for (const [index, bytes] of (MTREES_IN_OTHER_COMPRESSIONS[compressor]?.() ?? []).entries()) {
        // A tar, the second content, is what the format of this compression holds.
        const readers = formats.filter((format) => index === 0 || format !== PACKED_BY[compressor]);
        for (const format of readers)
          expect([format, await outcomeOf(format, bytes)]).toEqual([format, 'UNSUPPORTED_FORMAT']);
        expect(await outcomeOf('tar.gz', gzipSync(bytes))).toBe('UNSUPPORTED_FORMAT');
      }
    },
  );

  it.each(TARS_NAMED_BY_MTREES.filter(({ kind }) => isOfToday(kind)))(
    'is not read if it is compressed with $compressor and stored as the first name of a $kind',
    async ({ kind, make }) => {
      const { outputs } = await convert(kind, make(), 'zip');
      const members = membersOf(outputs[0]?.path as string, 'zip');
      expect(members.map(({ sha256 }) => sha256)).toEqual([SHA256_OF_EMPTY]);
      expect(members[0]?.name).not.toBe('a');
    },
  );

  it('is not recognised in a first name that looks compressed', async () => {
    for (const to of ['zip', '7z']) {
      const entries = [{ name: 'link', mode: 0o120777, target: 'x' }, file('BZh91AY&SY'), file('b')];
      expect((await filesIn('tar', entries, to)).names).toEqual(['BZh91AY&SY', 'b']);
    }
  });

  it('is not recognised in the first name of a tar', async () => {
    const name = `#mtree\n./a type=file contents=${OUTSIDE}\n`;
    const { members } = await filesIn('tar', [file(name), file('good')]);
    const path = name
      .split('/')
      .filter((part) => part !== '' && part !== '.')
      .join('/');
    expect(members.map((member) => [member.name, member.sha256])).toEqual([
      [path, SHA256_OF_X],
      ['good', SHA256_OF_X],
    ]);
  });
});
