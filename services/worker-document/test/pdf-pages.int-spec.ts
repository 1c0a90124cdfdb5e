import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Converter, createConverter } from '@filemill/worker/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

const exec = promisify(execFile);
const PAGES = 12;

let converter: Converter;
const at = (name: string): string => join(converter.folder, name);

/** A PDF whose pages say which they are, with nothing compressed. */
function aPdf(pages: number, isSigned = false): Buffer {
  const kids = Array.from({ length: pages }, (_, page) => `${4 + page * 2} 0 R`);
  const field = `${4 + pages * 2} 0 R`;
  const objects = [
    `<</Type/Catalog/Pages 2 0 R${isSigned ? `/AcroForm<</SigFlags 3/Fields[${field}]>>` : ''}>>`,
    `<</Type/Pages/Kids[${kids.join(' ')}]/Count ${pages}>>`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ];
  for (let page = 1; page <= pages; page++) {
    const text = `BT /F1 24 Tf 72 720 Td (Page ${page}) Tj ET\n${'0 0 m 10 10 l\n'.repeat(200)}`;
    objects.push(
      `<</Type/Page/Parent 2 0 R${isSigned ? `/Annots[${field}]` : ''}/MediaBox[0 0 612 792]/Resources<</Font<</F1 3 0 R>>>>/Contents ${objects.length + 2} 0 R>>`,
      `<</Length ${text.length}>>stream\n${text}\nendstream`,
    );
  }
  const signature =
    '<</Type/Sig/Filter/Adobe.PPKLite/SubFilter/adbe.pkcs7.detached/ByteRange[0 1 2 3]/Contents<00>>>';
  if (isSigned) objects.push(`<</Type/Annot/Subtype/Widget/FT/Sig/T(s)/Rect[0 0 0 0]/V${signature}>>`);
  let body = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = body.length;
    body += `${index + 1} 0 obj${object}endobj\n`;
    return offset;
  });
  const xref = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  return Buffer.from(
    `${body}xref\n0 ${size}\n0000000000 65535 f \n${xref}trailer<</Size ${size}/Root 1 0 R>>\nstartxref\n${body.length}\n%%EOF\n`,
    'latin1',
  );
}

beforeAll(async () => {
  converter = await createConverter(new URL('../src/engines/', import.meta.url));
  await writeFile(at('book.pdf'), aPdf(PAGES));
});
afterAll(() => converter.close());

const convert = (options: Readonly<Record<string, unknown>>, input = 'book.pdf') =>
  converter.convert({ ownerKey: 'one owner', input: at(input), from: 'pdf', to: 'pdf', options });
const read = async (program: string, ...args: string[]): Promise<string> =>
  (await exec(`/usr/bin/${program}`, args)).stdout;
/** The words on each page, as poppler reads them. */
const pagesOf = async (path: string): Promise<string[]> =>
  (await read('pdftotext', path, '-'))
    .split('\f')
    .map((text) => text.trim())
    .filter((text) => text !== '');
const named = (...pages: number[]): string[] => pages.map((page) => `Page ${page}`);
const all = named(...Array.from({ length: PAGES }, (_, index) => index + 1));

describe('a PDF that is made from a PDF', () => {
  it('is smaller and shows the same', async () => {
    const { outputs, losses } = await convert({});
    const [output] = outputs;
    expect(output?.sizeBytes).toBeLessThan(aPdf(PAGES).length / 3);
    expect(losses).toEqual([]);
    expect(await pagesOf(output?.path ?? '')).toEqual(all);
    expect(await read('mutool', 'info', output?.path ?? '')).toContain(`Pages: ${PAGES}`);
  });

  it.each([
    ['3', named(3)],
    ['2-4,9', named(2, 3, 4, 9)],
    ['12-10,1,1', named(12, 11, 10, 1, 1)],
    ['11-', named(11, 12)],
  ])('has the pages %s in this order', async (pages, expected) => {
    const { outputs } = await convert({ pages });
    expect(await pagesOf(outputs[0]?.path ?? '')).toEqual(expected);
  });

  it('is split into pages', async () => {
    const { outputs } = await convert({ split: 'each' });
    expect(outputs).toHaveLength(PAGES);
    const pages = await Promise.all(outputs.map(({ path }) => pagesOf(path)));
    expect(pages.flat()).toEqual(all);
    const some = await convert({ split: 'each', pages: '5,2-3' });
    expect((await Promise.all(some.outputs.map(({ path }) => pagesOf(path)))).flat()).toEqual(named(5, 2, 3));
  });

  it('is split into ranges', async () => {
    const { outputs } = await convert({ split: 'ranges', pages: '1-5,6-12' });
    const pages = await Promise.all(outputs.map(({ path }) => pagesOf(path)));
    expect(pages).toEqual([all.slice(0, 5), all.slice(5)]);
  });

  it('is turned', async () => {
    const { outputs } = await convert({ rotate: 90 });
    expect(await read('pdfinfo', outputs[0]?.path ?? '')).toMatch(/Page rot:\s+90/);
  });

  it('can be shown from its beginning', async () => {
    expect(await read('pdfinfo', at('book.pdf'))).toMatch(/Optimized:\s+no/);
    const { outputs } = await convert({ linearise: true });
    expect(await read('pdfinfo', outputs[0]?.path ?? '')).toMatch(/Optimized:\s+yes/);
  });

  it.each(['0-2', '13', '1-13', '99999'])('refuses the page %s of twelve', async (pages) => {
    await expect(convert({ pages })).rejects.toMatchObject({
      code: 'OPTION_INVALID',
      params: { field: 'pages', allowed: { minimum: 1, maximum: PAGES } },
    });
  });

  it.each(['', '0', 'a', '1;2', '--', '1,,2', '-1', `1${',1'.repeat(100)}`])(
    'does not take %j for pages',
    async (pages) => {
      await expect(convert({ pages })).rejects.toMatchObject({ code: 'OPTION_INVALID' });
    },
  );

  it('says that a signature no longer holds', async () => {
    await writeFile(at('signed.pdf'), aPdf(2, true));
    const { losses } = await convert({ pages: '1' }, 'signed.pdf');
    expect(losses.map(({ code }) => code)).toEqual(['signature_dropped']);
  });

  it('is repaired if its table of objects is broken', async () => {
    const broken = aPdf(3)
      .toString('latin1')
      .replace(/startxref\n\d+/, 'startxref\n7');
    await writeFile(at('broken.pdf'), Buffer.from(broken, 'latin1'));
    const { outputs, losses } = await convert({}, 'broken.pdf');
    expect(await pagesOf(outputs[0]?.path ?? '')).toEqual(named(1, 2, 3));
    expect(losses.map(({ code }) => code)).toEqual(['input_damaged']);
    await read('qpdf', '--check', outputs[0]?.path ?? '');
  });
});
