import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Converter, createConverter, ofToday } from '@filemill/worker/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { similarity } from './ebook-reading.js';
import { pagesOf, sizeOf, textOf } from './reading.js';

const FIXTURE = fileURLToPath(new URL('./fixtures/text.pdf', import.meta.url));
const LAYOUTS = ['flow', 'exact'] as const;
type Layout = (typeof LAYOUTS)[number];
/** Text in order, and how pages look: docs of the measurement that the engine is built on have them by layout. */
const FLOORS = { flow: { text: 0.98, look: 0.84 }, exact: { text: 0.965, look: 0.94 } } as const;

let converter: Converter;
beforeAll(async () => {
  converter = await createConverter(new URL('../src/engines/', import.meta.url), { slots: 1 });
});
afterAll(() => converter.close());

const at = (name: string): string => join(converter.folder, name);
const run = (program: string, ...args: string[]): string =>
  execFileSync(`/usr/bin/${program}`, args, { encoding: 'utf8', maxBuffer: 2 ** 26 });

/** What one page of a PDF has. */
interface Made {
  readonly content: string;
  readonly box?: string;
  /** More entries of its dictionary. */
  readonly more?: string;
}

/** A PDF of pages, with Helvetica as F1. @param others - further objects, from `3 + 2 × pages + 1` on */
function aPdf(pages: readonly Made[], others: readonly (string | Buffer)[] = []): Buffer {
  const kids = pages.map((_, page) => `${4 + page * 2} 0 R`);
  const objects: (string | Buffer)[] = [
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Kids[${kids.join(' ')}]/Count ${pages.length}>>`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ];
  for (const { content, box = '0 0 595 842', more = '' } of pages)
    objects.push(
      `<</Type/Page/Parent 2 0 R/MediaBox[${box}]/Resources<</Font<</F1 3 0 R>>/XObject<</Im ${4 + 2 * pages.length} 0 R>>>>/Contents ${objects.length + 2} 0 R${more}>>`,
      `<</Length ${content.length}>>stream\n${content}\nendstream`,
    );
  const parts = [Buffer.from('%PDF-1.4\n')];
  const offsets: number[] = [];
  let length = parts[0]?.length ?? 0;
  for (const [index, object] of [...objects, ...others].entries()) {
    const part = Buffer.concat([
      Buffer.from(`${index + 1} 0 obj`),
      Buffer.from(object as string, 'latin1'),
      Buffer.from('\nendobj\n'),
    ]);
    offsets.push(length);
    length += part.length;
    parts.push(part);
  }
  const size = offsets.length + 1;
  const xref = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  parts.push(
    Buffer.from(
      `xref\n0 ${size}\n0000000000 65535 f \n${xref}trailer<</Size ${size}/Root 1 0 R>>\nstartxref\n${length}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(parts);
}

const line = (text: string, place = '72 720'): string => `BT /F1 14 Tf ${place} Td (${text}) Tj ET\n`;

async function toWord(input: Buffer | string, options: Readonly<Record<string, unknown>> = {}) {
  const request = { from: 'pdf', to: 'docx', options };
  const converted =
    typeof input === 'string'
      ? await converter.convert({ ...request, input })
      : await converter.convertBytes(input, request);
  const codes = converted.losses.map(({ code }) => code);
  return { path: converted.outputs[0]?.path ?? '', losses: codes };
}

const codeOf = (input: Buffer, options: Readonly<Record<string, unknown>> = {}): Promise<unknown> =>
  toWord(input, options).then(
    () => 'converted',
    (error: { code?: string }) => error.code ?? error,
  );

/** The Word file as LibreOffice lays it out. */
async function printed(path: string): Promise<string> {
  const { outputs } = await converter.convert({ input: path, from: 'docx', to: 'pdf' });
  return outputs[0]?.path ?? '';
}

const WINDOW = 8;

/** Structural similarity of the pages of two PDFs, drawn small: 1 is the same. */
async function likenessOf(one: string, other: string): Promise<number> {
  const pages = await Promise.all(
    [one, other].map(async (path, index) => {
      const stem = `look-${index}-`;
      for (const name of readdirSync(converter.folder).filter((file) => file.startsWith(stem)))
        writeFileSync(at(name), '');
      run('pdftoppm', '-r', '40', '-png', path, at(stem.slice(0, -1)));
      const names = readdirSync(converter.folder).filter((file) => file.startsWith(stem));
      const bytes = names.sort().map((name) => readFileSync(at(name)));
      return Promise.all(
        bytes
          .filter((picture) => picture.length > 0)
          .map((picture) => sharp(picture).greyscale().resize(330, 468, { fit: 'fill' }).raw().toBuffer()),
      );
    }),
  );
  const [wanted = [], seen = []] = pages;
  expect(seen).toHaveLength(wanted.length);
  const values = wanted.map((page, index) => ssim(page, seen[index] as Buffer, 330));
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Wang et al. 2004, in windows that do not overlap. */
function ssim(a: Buffer, b: Buffer, width: number): number {
  const [c1, c2] = [(0.01 * 255) ** 2, (0.03 * 255) ** 2];
  let sum = 0;
  let count = 0;
  for (let top = 0; (top + WINDOW) * width <= a.length; top += WINDOW)
    for (let left = 0; left + WINDOW <= width; left += WINDOW) {
      const sums = { a: 0, b: 0, aa: 0, bb: 0, ab: 0 };
      for (let y = top; y < top + WINDOW; y++)
        for (let x = left; x < left + WINDOW; x++) {
          const [p = 0, q = 0] = [a[y * width + x], b[y * width + x]];
          sums.a += p;
          sums.b += q;
          sums.aa += p * p;
          sums.bb += q * q;
          sums.ab += p * q;
        }
      const n = WINDOW ** 2;
      const [ma, mb] = [sums.a / n, sums.b / n];
      const [va, vb, cov] = [sums.aa / n - ma * ma, sums.bb / n - mb * mb, sums.ab / n - ma * mb];
      sum += ((2 * ma * mb + c1) * (2 * cov + c2)) / ((ma * ma + mb * mb + c1) * (va + vb + c2));
      count += 1;
    }
  return sum / count;
}

const partOf = (path: string, name: string): string => run('unzip', '-p', path, name);
const plain = (text: string): string => text.replace(/\s+/g, ' ').trim();

describe.each(LAYOUTS)('a PDF that becomes a Word file, layout %s', (layout: Layout) => {
  it('has the same pages and words in LibreOffice, and looks the same', async () => {
    const { path, losses } = await toWord(FIXTURE, { layout });
    const again = await printed(path);
    expect(pagesOf(again)).toBe(pagesOf(FIXTURE));
    const wanted = plain(run('pdftotext', FIXTURE, '-'));
    const seen = plain(run('pdftotext', again, '-'));
    expect(similarity([wanted], seen)).toBeGreaterThanOrEqual(FLOORS[layout].text);
    expect(await likenessOf(FIXTURE, again)).toBeGreaterThanOrEqual(FLOORS[layout].look);
    expect(losses).toContain('fonts_dropped');
  });

  it('keeps links to addresses, and none that could run something', async () => {
    const uri = (address: string, top: number): string =>
      `<</Type/Annot/Subtype/Link/Rect[70 ${top} 300 ${top + 20}]/A<</S/URI/URI(${address})>>>>`;
    const more = `/Annots[${uri('https://example.org/mill', 715)}${uri('javascript:alert(1)', 685)}${uri('file:///etc/passwd', 655)}]`;
    const content = line('Mill') + line('Second', '72 690') + line('Third', '72 660');
    const { path } = await toWord(aPdf([{ content, more }]), { layout });
    const links = [
      ...partOf(path, 'word/_rels/document.xml.rels').matchAll(/Target="([^"]*)"[^>]*External/g),
    ];
    expect(links.map(([, address]) => address)).toEqual(['https://example.org/mill']);
  });

  it('is read by pandoc, whose reader is another one', async () => {
    const { path } = await toWord(FIXTURE, { layout });
    const { outputs } = await converter.convert({ input: path, from: 'docx', to: 'md' });
    const text = plain(textOf(outputs[0]?.path ?? '', 'md'));
    for (const words of ['Annual report', 'quick brown fox', 'Съешь ещё этих', 'Second page begins'])
      expect(text).toContain(words);
  });

  it('takes only the wanted pages', async () => {
    const pdf = aPdf([1, 2, 3, 4].map((page) => ({ content: line(`Leaf ${page}`) })));
    const { path } = await toWord(pdf, { layout, pages: '2,4-' });
    expect(textOf(path, 'docx').match(/Leaf \d/g)).toEqual(['Leaf 2', 'Leaf 4']);
    expect(await codeOf(pdf, { layout, pages: '5-' })).toBe('OPTION_INVALID');
  });

  it('turns a page that is read sideways', async () => {
    const upright = 'BT /F1 14 Tf 0 1 -1 0 300 100 Tm (This page is read from its right side) Tj ET';
    const { path } = await toWord(aPdf([{ content: upright }]), { layout });
    const { width, height } = sizeOf(await printed(path));
    expect(width).toBeGreaterThan(height);
    expect(plain(run('pdftotext', await printed(path), '-'))).toContain('This page is read');
  });

  it('makes a page as large as Word has one of a larger one', async () => {
    const content = 'BT /F1 400 Tf 1000 7000 Td (Poster) Tj ET';
    const { path } = await toWord(aPdf([{ content, box: '0 0 14400 14400' }]), { layout });
    const { width, height } = sizeOf(await printed(path));
    expect([Math.round(width), Math.round(height)]).toEqual([1_584, 1_584]);
    expect(textOf(path, 'docx')).toContain('Poster');
  });
});

describe('a page in the layout exact', () => {
  it('has what is no text in a picture, and text at odd angles, too', async () => {
    const content = `1 0 0 rg 100 100 200 200 re f\n0 g\n${line('Level')}BT /F1 14 Tf .8 .6 -.6 .8 300 400 Tm (Slanted) Tj ET`;
    const { path, losses } = await toWord(aPdf([{ content }]), { layout: 'exact' });
    expect(textOf(path, 'docx')).toContain('Level');
    expect(textOf(path, 'docx')).not.toContain('Slanted');
    expect(losses).toContain('vector_rasterised');
    const name = run('unzip', '-Z1', path)
      .split('\n')
      .find((entry) => entry.startsWith('word/media/'));
    const picture = execFileSync('/usr/bin/unzip', ['-p', path, name ?? '']);
    const { data, info } = await sharp(picture)
      .toColourspace('srgb')
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect([info.width, info.height]).toEqual([1_240, 1_754]);
    const pixel = (x: number, y: number) => [...data.subarray(3 * (y * info.width + x)).subarray(0, 3)];
    expect(pixel(400, 1_340)).toEqual([255, 0, 0]);
    // The word "Level" begins at (150, 254); it must not be seen twice.
    const word = Array.from({ length: 60 }, (_, x) => pixel(150 + x, 248)[0]);
    expect(Math.min(...word.map(Number))).toBe(255);
    // The slanted word begins at (625, 921) and runs upwards.
    const slanted = Array.from({ length: 100 * 100 }, (_, index) =>
      Number(pixel(620 + (index % 100), 830 + Math.floor(index / 100))[0]),
    );
    expect(Math.min(...slanted)).toBeLessThan(100);
  });
});

describe('a PDF that is locked, damaged or hostile', () => {
  it('is refused with a password, and opened if only its owner has one', async () => {
    writeFileSync(at('plain.pdf'), aPdf([{ content: line('Quicksilver') }]));
    const lock = (user: string, output: string): Buffer => {
      run('qpdf', '--encrypt', user, 'owner', '256', '--', at('plain.pdf'), at(output));
      return readFileSync(at(output));
    };
    expect(await codeOf(lock('user', 'locked.pdf'))).toBe('FILE_ENCRYPTED');
    const { path } = await toWord(lock('', 'owned.pdf'));
    expect(textOf(path, 'docx')).toContain('Quicksilver');
  });

  it('is saved as far as it can be read if its end is missing', async () => {
    const whole = aPdf([1, 2, 3].map((page) => ({ content: line(`Leaf ${page}`) })));
    const cut = whole.subarray(0, whole.indexOf('(Leaf 3)'));
    const { path, losses } = await toWord(cut);
    expect(textOf(path, 'docx')).toContain('Leaf 1');
    expect(losses).toContain('input_damaged');
  });

  it('is refused if nothing of it can be read', async () => {
    expect(await codeOf(Buffer.from('%PDF-1.4\nnothing\n%%EOF\n'))).toBe('FILE_CORRUPT');
  });

  const pictures = `<</Type/XObject/Subtype/Image/Width 30000/Height 30000/BitsPerComponent 8/ColorSpace/DeviceRGB/Length 0>>stream\n\nendstream`;
  const form = (name: string, times = 1): string => {
    const content = '/Im Do '.repeat(times);
    return `<</Type/XObject/Subtype/Form/BBox[0 0 595 842]/Resources<</XObject<</Im ${name}>>>>/Length ${content.length}>>stream\n${content}\nendstream`;
  };
  it.each(
    ofToday<readonly [name: string, pdf: () => Buffer, codes: readonly string[]]>(
      [
        [
          '10,000 pages',
          () => aPdf(Array.from({ length: 10_000 }, () => ({ content: '' }))),
          ['FILE_TOO_LARGE'],
        ],
        [
          'a picture of 900 million pixels',
          () => aPdf([{ content: `${line('Mill')}q 500 0 0 500 0 0 cm /Im Do Q` }], [pictures]),
          ['converted'],
        ],
        [
          'a form that draws itself',
          () => aPdf([{ content: `${line('Mill')}/Im Do` }], [form('6 0 R')]),
          ['converted'],
        ],
        [
          'a form that draws itself six times',
          () => aPdf([{ content: `${line('Mill')}/Im Do` }], [form('6 0 R', 6)]),
          ['FILE_TOO_LARGE'],
        ],
        [
          '2,000 lines',
          () => aPdf([{ content: line('Mill') + '0 0 m 100 100 l S\n'.repeat(2_000) }]),
          ['converted'],
        ],
        ['5,000 words', () => aPdf([{ content: line('Mill').repeat(5_000) }]), ['converted']],
        ['a page box of no size', () => aPdf([{ content: line('Mill'), box: '0 0 0 0' }]), ['converted']],
        [
          'a page box without end',
          () => aPdf([{ content: line('Mill'), box: '-1e30 -1e30 1e30 1e30' }]),
          ['converted', 'FILE_CORRUPT'],
        ],
      ],
      3,
    ),
  )('ends soon: %s', async (_, pdf, codes) => {
    for (const layout of LAYOUTS) expect(codes).toContain(await codeOf(pdf(), { layout }));
  });
});
