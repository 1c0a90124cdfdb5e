import { bytesOf, type OptionLook } from '@filemill/worker/proving';
import { expect } from '@jest/globals';
import { run } from '../options-files.js';

/** Letters of the subsets, by a character of each. */
const LETTERS: Readonly<Record<string, number>> = { A: 0x41, ą: 0x105, я: 0x44f, ω: 0x3c9, ế: 0x1ebf };
const SUBSETS: Readonly<Record<string, string>> = {
  ...{ all: 'Aąяωế', latin: 'A', 'latin-ext': 'Aąế', cyrillic: 'Aя', greek: 'Aω', vietnamese: 'Aế' },
};
const hasCharacter = (path: string, code: number): boolean =>
  run('/usr/bin/fc-scan', '--format', '%{charset}', path)
    .split(' ')
    .some((range) => {
      const [first = 0, last = first] = range.split('-').map((hex) => Number.parseInt(hex, 16));
      return first <= code && code <= last;
    });

/** A statement of fontTools about a font, `f`. */
const ofFont = (path: string, expression: string): string => {
  const script = `import sys; sys.path.append("/usr/lib/python3/dist-packages"); from fontTools.ttLib import TTFont; f = TTFont(sys.argv[1]); print(${expression})`;
  return run('/usr/bin/python3', '-I', '-c', script, path).trim();
};
const FONTS = ['woff', 'woff2', 'otf'];

export const FONT_LOOKS: Readonly<Record<string, OptionLook>> = {
  subset: {
    inputs: ['noto.ttf'],
    outputs: FONTS,
    see: ({ value, result }) => {
      const seen = Object.entries(LETTERS).filter(([, code]) => hasCharacter(result.path, code));
      expect(seen.map(([letter]) => letter).join('')).toBe(SUBSETS[`${value}`]);
    },
  },
  weight: {
    inputs: ['variable.ttf'],
    outputs: FONTS,
    values: [1, 100, 500, 900, 1_000],
    // The sample has these weights.
    refuses: (value) => Number(value) < 100 || Number(value) > 900,
    see: ({ value, result }) =>
      expect(ofFont(result.path, '"fvar" in f, f["OS/2"].usWeightClass')).toBe(`False ${value}`),
  },
  hinting: {
    inputs: ['hinted.ttf'],
    outputs: ['woff', 'woff2'],
    see: ({ value, result }) =>
      expect(ofFont(result.path, '"fpgm" in f')).toBe(value === 'keep' ? 'True' : 'False'),
  },
  layoutFeatures: {
    inputs: ['noto.ttf'],
    outputs: FONTS,
    see: async ({ value, result, with: withOther }) => {
      expect(ofFont(result.path, '"GSUB" in f or "GPOS" in f')).toBe(value === 'drop' ? 'False' : 'True');
      const [all, usual, none] = [
        await withOther('keep'),
        await withOther('usual'),
        await withOther('drop'),
      ].map(bytesOf);
      expect([(all ?? 0) > (usual ?? 0), (usual ?? 0) > (none ?? 0)]).toEqual([true, true]);
    },
  },
  names: {
    inputs: ['hinted.ttf'],
    outputs: FONTS,
    see: async ({ value, result, with: withOther }) => {
      const count = (path: string): number => Number(ofFont(path, 'len(f["name"].names)'));
      const all = count((await withOther('keep')).path);
      expect(count(result.path) < all / 1.5).toBe(value === 'minimal');
    },
  },
};
