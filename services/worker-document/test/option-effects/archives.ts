import { type OptionLook } from '@filemill/worker/proving';
import { expect } from '@jest/globals';
import { membersOf } from '../archive-reading.js';
import { run } from '../options-files.js';
import { growsAbout } from './shared.js';

/** Files of an archive. */
const filesOf = (path: string, format: string): string[] =>
  membersOf(path, format)
    .filter(({ type }) => type === 'file')
    .map(({ name }) => name)
    .sort();

/** Files of the sample, by what is left out. */
export const ENTRIES = {
  usual: ['a/one.txt', 'b/one.txt', 'two.txt'],
  hidden: ['.git/config'],
  system: ['__MACOSX/._one.txt', 'a/.DS_Store', 'b/Thumbs.db'],
} as const;
const KEPT: Readonly<Record<string, readonly string[]>> = {
  nothing: [...ENTRIES.usual, ...ENTRIES.hidden, ...ENTRIES.system],
  system: [...ENTRIES.usual, ...ENTRIES.hidden],
  hidden: ENTRIES.usual,
};
const METHODS: Readonly<Record<string, string>> = {
  ...{ lzma2: 'LZMA2', lzma: 'LZMA:', bzip2: 'BZip2', ppmd: 'PPMD', deflate: 'Deflate' },
};

export const ARCHIVES: Readonly<Record<string, OptionLook>> = {
  exclude: {
    inputs: ['in.tar'],
    outputs: ['zip', '7z', 'tar.gz', 'cpio'],
    see: ({ value, result, to }) =>
      expect(filesOf(result.path, to)).toEqual([...(KEPT[`${value}`] ?? [])].sort()),
  },
  folders: {
    inputs: ['in.tar'],
    outputs: ['zip', '7z', 'tar.gz', 'cpio'],
    needs: { exclude: 'hidden' },
    see: ({ value, result, to }) =>
      expect(filesOf(result.path, to)).toEqual(
        value === 'keep' ? [...ENTRIES.usual] : ['one (2).txt', 'one.txt', 'two.txt'],
      ),
  },
  // The highest level makes the smallest file.
  level: { inputs: ['prose.tar'], see: growsAbout(9, 1) },
  method: {
    inputs: ['in.tar'],
    see: ({ value, result, to }) => {
      const shown = run('/usr/bin/7z', 'l', '-slt', result.path);
      const stored = to === 'zip' ? 'Store' : 'Copy';
      expect(shown).toMatch(new RegExp(`^Method = ${value === 'store' ? stored : METHODS[`${value}`]}`, 'm'));
    },
  },
  solid: {
    inputs: ['in.tar'],
    see: ({ value, result }) =>
      expect(run('/usr/bin/7z', 'l', '-slt', result.path)).toMatch(value ? /^Solid = \+$/m : /^Solid = -$/m),
  },
};
