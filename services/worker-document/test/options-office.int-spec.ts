import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PAPERS } from '@filemill/formats';
import { type Converter, createConverter } from '@filemill/worker/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { createEngine } from '../src/engines/libreoffice.engine.js';
import { FORM_FIELD, letter, rawOf, rightPages, run, show, workbook } from './options-files.js';
import { pagesOf, sizeOf, textOf } from './reading.js';

let converter: Converter;
const at = (name: string): string => join(converter.folder, name);
/** Points of a hundredth of a millimetre. */
const POINTS = 72 / 2540;

beforeAll(async () => {
  converter = await createConverter([createEngine], { slots: 1 });
  const noise = await sharp(
    Buffer.from(Uint8Array.from({ length: 900 * 900 * 3 }, (_, i) => (i * i * 31) >> 5)),
    {
      raw: { width: 900, height: 900, channels: 3 },
    },
  )
    .png()
    .toBuffer();
  const frame = `<text:p><draw:frame svg:width="5cm" svg:height="5cm" text:anchor-type="as-char"><draw:image><office:binary-data>${noise.toString('base64')}</office:binary-data></draw:image></draw:frame></text:p>`;
  writeFileSync(at('letter.fodt'), letter());
  writeFileSync(at('picture.fodt'), letter(frame));
  writeFileSync(at('form.fodt'), letter(FORM_FIELD));
  const wide = [Array.from({ length: 30 }, (_, column) => `Column${column}`)];
  writeFileSync(
    at('book.fods'),
    workbook({
      One: [['alpha', 'b']],
      Two: [
        ['beta, "q"', 'ü'],
        ['x', ''],
      ],
      Three: wide,
    }),
  );
  writeFileSync(at('show.fodp'), show());
});
afterAll(() => converter.close());

type Options = Readonly<Record<string, unknown>>;
async function convert(name: string, to: string, options: Options = {}) {
  const from = name.split('.')[1] ?? '';
  const { outputs, losses } = await converter.convert({ input: at(name), from, to, options });
  return { path: outputs[0]?.path ?? '', outputs, losses: losses.map(({ code }) => code) };
}
const pdf = async (name: string, options: Options = {}): Promise<string> =>
  (await convert(name, 'pdf', options)).path;

describe('a text as PDF', () => {
  it('has only the wanted pages', async () => {
    const path = await pdf('letter.fodt', { pages: '2-' });
    expect(pagesOf(path)).toBe(2);
    expect(textOf(path, 'pdf')).not.toContain('First heading');
    expect(textOf(await pdf('letter.fodt', { pages: '1,3' }), 'pdf')).not.toContain('page 2');
  });

  it.each(Object.entries(PAPERS))('lies on paper of size %s', async (paper, [width, height]) => {
    const seen = sizeOf(await pdf('letter.fodt', { paper }));
    expect(Math.abs(seen.width - width * POINTS)).toBeLessThan(2);
    expect(Math.abs(seen.height - height * POINTS)).toBeLessThan(2);
  });

  it('lies on its side', async () => {
    const { width, height } = sizeOf(await pdf('letter.fodt', { orientation: 'landscape', paper: 'a5' }));
    expect([Math.round(width), Math.round(height)]).toEqual([595, 420]);
  });

  it('begins at the wanted margin', async () => {
    const leftOf = async (margins: number): Promise<number> => {
      const found = run('/usr/bin/pdftotext', '-bbox', await pdf('letter.fodt', { margins }), '-');
      return Number(/xMin="([\d.]+)"[^>]*>First/.exec(found)?.[1]);
    };
    expect(Math.abs((await leftOf(10)) - 28.3)).toBeLessThan(2);
    expect(Math.abs((await leftOf(50)) - 141.7)).toBeLessThan(2);
    // More than the paper has: some room for words stays.
    expect(textOf(await pdf('letter.fodt', { margins: 60, paper: 'a6' }), 'pdf')).toContain('First');
  });

  it('has the empty pages between right ones on request', async () => {
    writeFileSync(at('right.fodt'), rightPages());
    expect(pagesOf(await pdf('right.fodt'))).toBe(2);
    expect(pagesOf(await pdf('right.fodt', { emptyPages: true }))).toBe(3);
  });

  it('has the comments as notes, and then they are not lost', async () => {
    const plain = await convert('letter.fodt', 'pdf');
    expect(rawOf(plain.path)).not.toContain('/Subtype /Text');
    expect(plain.losses).toContain('comments_dropped');
    const printed = await convert('letter.fodt', 'pdf', { comments: 'notes' });
    expect(rawOf(printed.path)).toContain('/Subtype /Text');
    expect(rawOf(printed.path)).toMatch(/Remarkable|FEFF00520065006D00610072006B/);
    expect(printed.losses).not.toContain('comments_dropped');
  });

  it('has pictures of the wanted quality and resolution', async () => {
    const pictureOf = async (options: Options) => {
      const path = await pdf('picture.fodt', options);
      const [row = ''] = run('/usr/bin/pdfimages', '-list', path).trim().split('\n').slice(2);
      const [, , , width, , , , , encoding] = row.trim().split(/\s+/);
      return { width: Number(width), encoding, bytes: readFileSync(path).length };
    };
    const usual = await pictureOf({});
    const [low, exact, coarse] = [
      await pictureOf({ quality: 5 }),
      await pictureOf({ lossless: true }),
      await pictureOf({ imageDpi: 75 }),
    ];
    expect(usual.encoding).toBe('jpeg');
    expect(low.bytes).toBeLessThan(usual.bytes * 0.7);
    expect(exact.encoding).toBe('image');
    expect(coarse.width).toBeLessThan(200);
    expect(usual.width).toBeGreaterThan(400);
  });

  it.each(['1a', '2b', '3b'])('says that it is PDF/A-%s', async (pdfa) => {
    const text = rawOf(await pdf('letter.fodt', { pdfa }));
    expect(text).toContain(`<pdfaid:part>${pdfa[0]}</pdfaid:part>`);
    expect(text).toContain(`<pdfaid:conformance>${pdfa[1]?.toUpperCase()}</pdfaid:conformance>`);
    expect(rawOf(await pdf('letter.fodt'))).not.toContain('pdfaid');
  });

  it('has bookmarks, structure, fields and a first view as wanted', async () => {
    const [plain, changed] = [
      rawOf(await pdf('letter.fodt')),
      rawOf(await pdf('letter.fodt', { bookmarks: false, tagged: true, openAt: 'thumbnails' })),
    ];
    expect(plain).toContain('/Outlines');
    expect(changed).not.toContain('/Outlines');
    expect(plain).not.toContain('/StructTreeRoot');
    expect(changed).toContain('/StructTreeRoot');
    expect(changed).toContain('/UseThumbs');
    expect(rawOf(await pdf('letter.fodt', { openAt: 'bookmarks' }))).toContain('/UseOutlines');
    expect(rawOf(await pdf('form.fodt'))).toContain('/AcroForm');
    expect(rawOf(await pdf('form.fodt', { forms: 'flat' }))).not.toContain('/AcroForm');
  });
});

describe('sheets as PDF', () => {
  it('are one or all', async () => {
    expect(textOf(await pdf('book.fods'), 'pdf')).toMatch(/alpha.*beta.*Column29/s);
    const text = textOf(await pdf('book.fods', { sheet: 2 }), 'pdf');
    expect(text).toContain('beta');
    expect(text).not.toMatch(/alpha|Column/);
    const refused = { code: 'OPTION_INVALID', params: { field: 'sheet' } };
    await expect(pdf('book.fods', { sheet: 4 })).rejects.toMatchObject(refused);
  });

  it('fit a page, become a page each, or stay as they are', async () => {
    const pages = async (options: Options) => pagesOf(await pdf('book.fods', { sheet: 3, ...options }));
    expect(await pages({})).toBe(1);
    expect(await pages({ sheetFit: 'none' })).toBeGreaterThan(1);
    const own = run('/usr/bin/pdfinfo', '-l', '9', await pdf('book.fods', { sheetFit: 'page' }));
    const widths = [...own.matchAll(/^Page +\d size: +([\d.]+)/gm)].map(([, width]) => Number(width));
    expect(widths).toHaveLength(3);
    expect(widths[2]).toBeGreaterThan(1_200);
    const refused = { code: 'OPTION_INVALID', params: { field: 'sheetFit' } };
    await expect(pdf('book.fods', { sheetFit: 'page', sheet: 3 })).rejects.toMatchObject(refused);
    await expect(pdf('book.fods', { sheetFit: 'page', pages: '3' })).rejects.toMatchObject(refused);
    expect(sizeOf(await pdf('book.fods', { sheet: 1, paper: 'legal' })).height).toBeGreaterThan(1_000);
    const upright = sizeOf(await pdf('book.fods', { sheet: 3, orientation: 'portrait' }));
    expect(upright.height).toBeGreaterThan(upright.width);
  });
});

describe('slides as PDF', () => {
  it('have notes and hidden slides as wanted', async () => {
    const texts = async (options: Options) => textOf(await pdf('show.fodp', options), 'pdf');
    expect(await texts({})).not.toMatch(/Secret|Spoken/);
    expect(await texts({ hiddenSlides: true })).toContain('Secret slide');
    expect(await texts({ notes: true })).toContain('Spoken words');
  });
});

describe('sheets as CSV', () => {
  const csv = async (options: Options) => {
    const { outputs } = await convert('book.fods', 'csv', options);
    return outputs.map(({ path }) => readFileSync(path));
  };

  it('are one or all', async () => {
    expect(await csv({})).toHaveLength(3);
    const [only, ...others] = await csv({ sheet: 2 });
    expect(others).toEqual([]);
    expect(only?.toString()).toBe('"beta, ""q""",ü\nx,\n');
    await expect(csv({ sheet: 9 })).rejects.toMatchObject({ code: 'OPTION_INVALID' });
  });

  it.each([
    [{ delimiter: 'semicolon' }, '"beta, ""q""";ü\nx;\n'],
    [{ delimiter: 'tab', lineEnd: 'crlf' }, '"beta, ""q"""\tü\r\nx\t\r\n'],
    [{ delimiter: 'pipe', quote: 'all' }, '"beta, ""q"""|"ü"\n"x"|""\n'],
    [{ encoding: 'utf-8-bom' }, '\ufeff"beta, ""q""",ü\nx,\n'],
  ])('are written with %j', async (options, wanted) => {
    const [only] = await csv({ sheet: 2, ...options });
    expect(only?.toString()).toBe(wanted);
  });

  it('are written in UTF-16', async () => {
    const [only] = await csv({ sheet: 2, encoding: 'utf-16le' });
    expect(only?.subarray(0, 2)).toEqual(Buffer.from([0xff, 0xfe]));
    expect(only?.subarray(2).toString('utf16le')).toBe('"beta, ""q""",ü\nx,\n');
  });
});
