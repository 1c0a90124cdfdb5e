import { differs, type OptionLook } from '@filemill/worker/proving';
import { expect } from '@jest/globals';
import { growsAbout, inZip, namesIn, textOf } from './shared.js';

const markup = (...outputs: string[]): Pick<OptionLook, 'inputs' | 'outputs'> => ({
  inputs: ['rich.md'],
  outputs,
});
const MARKDOWN: Pick<OptionLook, 'inputs' | 'outputs'> = { inputs: ['rich.html'], outputs: ['md'] };

/** The structure of a LaTeX document. */
const DIVISIONS: Readonly<Record<string, string>> = {
  section: '\\section{',
  chapter: '\\chapter{',
  part: '\\part{',
};

export const MARKUPS: Readonly<Record<string, OptionLook>> = {
  toc: { ...markup('html', 'rst'), see: growsAbout(false, true) },
  tocDepth: {
    ...markup('html', 'epub'),
    see: ({ value, result, to }) => {
      const text = to === 'epub' ? inZip(result.path, '*nav.xhtml') : textOf(result.path);
      const links = ['mill', 'wheel', 'spoke'].filter((id) => text.includes(`#${id}"`));
      expect(links).toHaveLength(Math.min(3, Number(value)));
    },
  },
  numberSections: {
    ...markup('html', 'epub'),
    see: ({ value, result, to }) => {
      const text = to === 'epub' ? inZip(result.path, '*.xhtml') : textOf(result.path);
      expect(text.includes('header-section-number')).toBe(value);
    },
  },
  headingShift: {
    ...markup('html', 'org'),
    see: ({ value, result, to }) => {
      const level = 1 + Number(value);
      expect(textOf(result.path)).toMatch(
        to === 'org' ? new RegExp(`^\\*{${level}} Mill$`, 'm') : new RegExp(`<h${level}[^>]*>Mill`),
      );
    },
  },
  wrap: {
    ...markup('rst', 'org', 'adoc', 'txt'),
    see: ({ value, result }) => {
      const lines = textOf(result.path)
        .split('\n')
        .filter((line) => /slowly/.test(line));
      expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(Number(value));
    },
  },
  headingStyle: {
    ...MARKDOWN,
    see: ({ value, result }) => expect(/^Mill\n=+$/m.test(textOf(result.path))).toBe(value === 'lines'),
  },
  referenceLinks: {
    ...MARKDOWN,
    see: ({ value, result }) =>
      expect(/^ *\[the river\]: https:\/\/example.org\/river$/m.test(textOf(result.path))).toBe(value),
  },
  math: {
    ...markup('html'),
    see: ({ value, result }) => expect(textOf(result.path).includes('<math')).toBe(value === 'mathml'),
  },
  codeStyle: {
    ...markup('html'),
    see: async (tried) => {
      expect(textOf(tried.result.path).includes('class="kw"')).toBe(tried.value !== 'none');
      await differs(tried);
    },
  },
  topLevel: {
    ...markup('tex'),
    see: ({ value, result }) => expect(textOf(result.path)).toContain(`${DIVISIONS[`${value}`]}Mill}`),
  },
  chapterLevel: {
    ...markup('epub'),
    see: ({ value, result }) => {
      const chapters = namesIn(result.path).filter((name) => /ch\d+\.xhtml$/.test(name));
      expect(chapters).toHaveLength(Math.min(3, Number(value)));
    },
  },
  asciiCodes: {
    ...markup('tex'),
    see: ({ value, result }) => expect(textOf(result.path).includes('Ü')).toBe(!value),
  },
};
