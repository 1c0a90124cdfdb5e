import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Converter, createConverter } from '@filemill/worker/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { createEngine as createCalibre } from '../src/engines/calibre.engine.js';
import { createEngine as createChromium } from '../src/engines/chromium.engine.js';
import { bookOfSettings, run } from './options-files.js';
import { pagesOf, sizeOf, textOf } from './reading.js';

let converter: Converter;
let input: string;
beforeAll(async () => {
  converter = await createConverter([createCalibre, createChromium], { slots: 1 });
  input = join(converter.folder, 'book.epub');
  writeFileSync(input, await bookOfSettings());
});
afterAll(() => converter.close());

type Options = Readonly<Record<string, unknown>>;
async function convert(to: string, options: Options, from = 'epub', file = input): Promise<string> {
  const { outputs } = await converter.convert({ input: file, from, to, options });
  return outputs[0]?.path ?? '';
}
/** All of a zip but its pictures. */
const insideOf = (path: string): string =>
  execFileSync('/usr/bin/unzip', ['-p', path, '*html', '*.css', '*.opf', '*.ncx'].slice(0, 2), {
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });

describe('a book as PDF', () => {
  const pdf = (options: Options) => convert('pdf', options);

  it('lies on the wanted paper', async () => {
    const usual = sizeOf(await pdf({}));
    expect([Math.round(usual.width), Math.round(usual.height)]).toEqual([420, 595]);
    const wide = sizeOf(await pdf({ paper: 'letter', orientation: 'landscape' }));
    expect([Math.round(wide.width), Math.round(wide.height)]).toEqual([792, 612]);
  });

  it('has larger letters, larger pages and other margins on request', async () => {
    const pages = pagesOf(await pdf({}));
    expect(pagesOf(await pdf({ fontSize: 22 }))).toBeGreaterThan(pages * 2);
    expect(pagesOf(await pdf({ scale: 200 }))).toBeGreaterThan(pages * 2);
    expect(pagesOf(await pdf({ paper: 'a3' }))).toBeLessThan(pages);
    const leftOf = async (margins: number): Promise<number> =>
      Number(
        /xMin="([\d.]+)"[^>]*>miller/.exec(
          run('/usr/bin/pdftotext', '-bbox', await pdf({ margins }), '-'),
        )?.[1],
      );
    expect((await leftOf(40)) - (await leftOf(5))).toBeGreaterThan(80);
  });

  it('has numbers and backgrounds only if they are wanted', async () => {
    const lastLine = async (options: Options) =>
      textOf(await pdf(options), 'pdf')
        .split('\f')[0]
        ?.trim()
        .split('\n')
        .at(-1)
        ?.trim();
    expect(await lastLine({})).toBe('1');
    expect(await lastLine({ pageNumbers: false })).not.toBe('1');
    const reds = async (options: Options): Promise<boolean> => {
      const path = await pdf({ ...options, fontSize: 6, paper: 'a3' });
      run('/usr/bin/pdftoppm', '-r', '20', '-f', '1', '-l', '1', path, `${path}-drawn`);
      const ppm = execFileSync('/bin/sh', ['-c', 'cat "$1"-drawn*', 'sh', path], { maxBuffer: 2 ** 26 });
      return ppm.includes(Buffer.from([255, 0, 0, 255, 0, 0, 255, 0, 0]));
    };
    expect(await reds({})).toBe(true);
    expect(await reds({ backgrounds: false })).toBe(false);
  });
});

describe('a book of calibre', () => {
  let source: string;
  beforeAll(async () => {
    source = await convert('azw3', { ligatures: true });
  });
  const epub = async (options: Options): Promise<string> =>
    insideOf(await convert('epub', options, 'azw3', source));

  it('is EPUB 2, or 3 on request', async () => {
    expect(await epub({})).toMatch(/<package[^>]*version="2.0"/);
    expect(await epub({ epubVersion: '3' })).toMatch(/<package[^>]*version="3.0"/);
  });

  it('has the wanted margins, letters, lines and sides', async () => {
    const plain = await epub({});
    expect(await epub({ margins: 30 })).toMatch(/margin-(?:left|top|bottom|right): 85(?:\.0)?pt/);
    expect(plain).not.toMatch(/85(?:\.0)?pt/);
    expect(await epub({ align: 'justify' })).toMatch(/text-align: justify/);
    expect(plain).not.toMatch(/text-align: justify/);
    expect(await epub({ align: 'left' })).toMatch(/text-align: left/);
    expect(await epub({ lineHeight: 230 })).not.toBe(plain);
    expect(await epub({ fontSize: 24 })).not.toBe(plain);
  });

  it('has the wanted paragraphs, punctuation, ligatures and tables', async () => {
    const plain = await epub({});
    expect(plain).toContain('"no" -- and waited...');
    expect(plain).toContain('<table');
    expect(await epub({ punctuation: 'typographic' })).toMatch(/“no” — and waited…|“no” – and waited…/);
    expect(await epub({ paragraphs: 'indent' })).toMatch(/text-indent: 1\.5em/);
    expect(await epub({ paragraphs: 'space' })).not.toBe(plain);
    expect(await epub({ tables: 'lines' })).not.toContain('<table');
    expect(plain).not.toContain('ﬁre');
    expect(await epub({ ligatures: true })).toContain('ﬁre');
  });

  it('has only English letters and a page about it on request', async () => {
    const plain = await epub({});
    expect(plain).toContain('Привет');
    const ascii = await epub({ asciiOnly: true });
    expect(ascii).toMatch(/Stra[sz]+e, fire and Pri\w+t/);
    expect(ascii).not.toContain('Привет');
    const names = async (options: Options) =>
      run('/usr/bin/unzip', '-l', await convert('epub', options, 'azw3', source));
    expect(await names({ details: true })).toMatch(/jacket/);
    expect(await names({})).not.toMatch(/jacket/);
  });

  it('has pictures for the device', async () => {
    const widthOf = async (options: Options) => {
      const path = await convert('epub', options, 'azw3', source);
      const picture = execFileSync('/usr/bin/unzip', ['-p', path, '*.jp*g'], { maxBuffer: 2 ** 26 });
      return (await sharp(picture).metadata()).width;
    };
    expect(await widthOf({})).toBe(2_600);
    expect(await widthOf({ device: 'kindle' })).toBeLessThan(700);
    expect(await widthOf({ device: 'kindle_scribe' })).toBeGreaterThan(1_000);
  });
});
