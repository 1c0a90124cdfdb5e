import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Converter, createConverter } from '@filemill/worker/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createEngine } from '../src/engines/pandoc.engine.js';
import { MARKUP_OF_SETTINGS } from './options-files.js';

let converter: Converter;
let input: string;
beforeAll(async () => {
  converter = await createConverter([createEngine], { slots: 1 });
  input = join(converter.folder, 'text.md');
  writeFileSync(input, MARKUP_OF_SETTINGS);
});
afterAll(() => converter.close());

type Options = Readonly<Record<string, unknown>>;
async function convert(to: string, options: Options = {}, from = 'md', file = input): Promise<string> {
  const { outputs } = await converter.convert({ input: file, from, to, options });
  return outputs[0]?.path ?? '';
}
const textOf = async (to: string, options: Options = {}): Promise<string> =>
  readFileSync(await convert(to, options), 'utf8');
/** Markdown, of a web page. */
async function markdown(options: Options): Promise<string> {
  const page = join(converter.folder, 'text.html');
  writeFileSync(page, readFileSync(await convert('html', { toc: false })));
  return readFileSync(await convert('md', options, 'html', page), 'utf8');
}
const inside = (path: string, name: string): string =>
  execFileSync('/usr/bin/unzip', ['-p', path, name], { encoding: 'utf8', maxBuffer: 2 ** 26 });

describe('a web page of a markup', () => {
  it('has a table of contents of the wanted depth, or none', async () => {
    const links = async (options: Options) =>
      [...(await textOf('html', options)).matchAll(/<a href="#(\w+)"/g)].map(([, to]) => to);
    expect(new Set(await links({}))).toEqual(new Set(['mill', 'wheel', 'spoke']));
    expect(new Set(await links({ tocDepth: 2 }))).toEqual(new Set(['mill', 'wheel']));
    expect(await links({ toc: false })).toEqual([]);
  });

  it('has numbered and lowered headings', async () => {
    expect(await textOf('html', { numberSections: true })).toMatch(/header-section-number">1\.1</);
    const lowered = await textOf('html', { headingShift: 2, toc: false });
    expect(lowered).toMatch(/<h3[^>]*>Mill/);
    expect(lowered).not.toMatch(/<h1/);
  });

  it('has formulas and colours of programs as wanted', async () => {
    expect(await textOf('html')).not.toContain('<math');
    expect(await textOf('html', { math: 'mathml' })).toContain('<math');
    const plain = await textOf('html');
    expect(plain).toContain('sourceCode');
    expect(await textOf('html', { codeStyle: 'none' })).not.toContain('class="kw"');
    expect(plain).toContain('class="kw"');
    expect(await textOf('html', { codeStyle: 'tango' })).not.toBe(plain);
  });
});

describe('a markup', () => {
  it.each(['rst', 'org', 'adoc', 'txt', 'tex'])('has short lines in %s on request', async (to) => {
    const longest = (text: string) =>
      Math.max(
        ...text
          .split('\n')
          .filter((line) => /slowly/.test(line))
          .map((line) => line.length),
      );
    expect(longest(await textOf(to))).toBeGreaterThan(300);
    expect(longest(await textOf(to, { wrap: 60 }))).toBeLessThanOrEqual(60);
  });

  it('has Markdown of the wanted style', async () => {
    const plain = await markdown({});
    expect(plain).toMatch(/^# Mill/m);
    expect(plain).toContain('[the river](https://example.org/river)');
    expect(await markdown({ headingStyle: 'lines' })).toMatch(/^Mill\n=+$/m);
    expect(await markdown({ referenceLinks: true })).toMatch(
      /^ *\[the river\]: https:\/\/example.org\/river$/m,
    );
    expect(await markdown({ headingShift: 1 })).toMatch(/^## Mill/m);
    const lines = (await markdown({ wrap: 50 })).split('\n');
    expect(
      Math.max(...lines.filter((line) => /slowly/.test(line)).map((line) => line.length)),
    ).toBeLessThanOrEqual(50);
    expect(await markdown({ toc: true })).toMatch(/\(#\S*mill\)/);
    expect(plain).not.toMatch(/\(#\S*mill\)/);
  });

  it.each(['org', 'mediawiki', 'dokuwiki', 'textile', 'zimwiki'])(
    'has lowered headings in %s',
    async (to) => {
      const heading = async (options: Options) => /^.*\bMill\b.*$/m.exec(await textOf(to, options))?.[0];
      expect(await heading({ headingShift: 1 })).not.toBe(await heading({}));
    },
  );

  it.each(['html', 'rst', 'org', 'mediawiki', 'dokuwiki', 'textile', 'tex', 'adoc', 'txt', 'rtf', 'zimwiki'])(
    'ends lines for Windows in %s',
    async (to) => {
      const [unix, windows] = [await textOf(to), await textOf(to, { lineEnd: 'crlf' })];
      expect(unix).not.toContain('\r\n');
      expect(windows.match(/\r\n/g)?.length).toBe(windows.match(/\n/g)?.length);
    },
  );

  it.each(['rst', 'tex', 'txt', 'rtf'])('has a table of contents in %s', async (to) => {
    const [plain, listed] = [await textOf(to), await textOf(to, { toc: true })];
    expect(listed.length).toBeGreaterThan(plain.length);
    expect(listed).toMatch(/contents|Wheel.*Wheel/s);
  });

  it('has numbered chapters in LaTeX', async () => {
    expect(await textOf('tex')).toContain('\\section{Mill}');
    expect(await textOf('tex', { topLevel: 'chapter' })).toContain('\\chapter{Mill}');
    expect(await textOf('tex')).toContain('\\setcounter{secnumdepth}{-');
    expect(await textOf('tex', { numberSections: true })).toContain('\\setcounter{secnumdepth}{5}');
    expect(await textOf('tex', { asciiCodes: true })).not.toContain('Ü');
  });
});

describe('a document of a markup', () => {
  it('has contents and numbered headings in Word', async () => {
    const document = async (options: Options) => inside(await convert('docx', options), 'word/document.xml');
    expect(await document({})).not.toContain('TOC \\o');
    expect(await document({ toc: true })).toMatch(/TOC \\o (?:"|&quot;)1-3/);
    expect(await document({ toc: true, tocDepth: 2 })).toMatch(/TOC \\o (?:"|&quot;)1-2/);
    expect(await document({ numberSections: true })).toContain('SectionNumber');
    expect(await document({ headingShift: 1 })).not.toContain('"Heading1"');
    expect(await document({ codeStyle: 'none' })).not.toBe(await document({}));
  });

  it('has contents in OpenDocument', async () => {
    const content = async (options: Options) => inside(await convert('odt', options), 'content.xml');
    expect(await content({})).not.toContain('table-of-content');
    expect(await content({ toc: true, tocDepth: 2 })).toContain('text:outline-level="2"');
  });

  it('has numbered headings and chapters of the wanted level in EPUB', async () => {
    const files = async (options: Options) => {
      const path = await convert('epub', options);
      return execFileSync('/usr/bin/unzip', ['-Z1', path], { encoding: 'utf8' }).match(/ch\d+\.xhtml/g)
        ?.length;
    };
    expect(await files({})).toBe(1);
    expect(await files({ chapterLevel: 3 })).toBe(3);
    const numbered = inside(await convert('epub', { numberSections: true }), '*ch001.xhtml');
    expect(numbered).toContain('header-section-number');
    const nav = inside(await convert('epub', { tocDepth: 1 }), '*nav.xhtml');
    expect(nav).not.toContain('Wheel');
  });
});
