import { describe, expect, it } from '@jest/globals';
import { mendOle, mendRtf } from './old-office.js';
import { mendPdf } from './pdf.js';
import { closeXml } from './xml.js';
import { mendZip } from './zip.js';
import { findEntries, zipOf } from './zip-entries.js';

const textOf = (mended: { parts: readonly Buffer[] } | undefined): string =>
  Buffer.concat(mended?.parts ?? []).toString('latin1');
const zipWith = (parts: Readonly<Record<string, string>>): Buffer =>
  Buffer.concat(
    zipOf(
      Object.entries(parts).map(([name, text]) => {
        const content = Buffer.from(text);
        return { name, method: 0, packed: content, content };
      }),
    ),
  );
const partsOf = async (file: Buffer): Promise<Record<string, string>> => {
  const { found } = await findEntries(Buffer.concat((await mendZip(file))?.parts ?? []));
  return Object.fromEntries(found.map(({ name, content }) => [name, content.toString()]));
};

describe('mendRtf', () => {
  it.each([
    ['{\\rtf1 a', '{\\rtf1 a}', true],
    ['{\\rtf1 a\0\0', '{\\rtf1 a}', true],
    ['{\\rtf1 {\\b a', '{\\rtf1 {\\b a}}', false],
    ['{\\rtf1 \\{ \\\\{a}', '{\\rtf1 \\{ \\\\{a}}', true],
    ['{\\rtf1 {\\bin9999999999 a}', '{\\rtf1 {\\bin9999999999 a}}}', false],
    ['{\\rtf1 {\\bin3 }}}a}', '{\\rtf1 {\\bin3 }}}a}}', true],
  ])('closes %j', (file, closed, isWhole) => {
    const mended = mendRtf(Buffer.from(file));
    expect(textOf(mended)).toBe(closed);
    expect(mended?.isWhole).toBe(isWhole);
  });

  it('does not change a file whose groups are closed', () => {
    expect(mendRtf(Buffer.from('{\\rtf1 a}'))).toBeUndefined();
  });
});

describe('closeXml', () => {
  it.each([
    ['<?xml version="1.0"?><a><b>word', '<?xml version="1.0"?><a><b>word</b></a>'],
    ['<a><b x="1"/>word<c', '<a><b x="1"/>word</a>'],
    ['<a><b x=">">w</b><!-- <c> --><![CDATA[<d>]]>x', '<a><b x=">">w</b><!-- <c> --><![CDATA[<d>]]>x</a>'],
    ['<a>x &am', '<a>x </a>'],
    ['<a>x<![CDATA[y', '<a>x</a>'],
    ['<a></a>', '<a></a>'],
  ])('closes %s', (text, closed) => {
    expect(closeXml(Buffer.from(text))).toBe(closed);
  });

  it('removes a character with missing bytes', () => {
    expect(closeXml(Buffer.from('<a>漢字').subarray(0, -1))).toBe('<a>漢</a>');
  });

  it('returns nothing for content without an element', () => {
    expect(closeXml(Buffer.from('<?xml version="1.0"?><doc'))).toBeUndefined();
  });
});

describe('mendZip', () => {
  it('removes data before the first entry and keeps every part', async () => {
    const file = Buffer.concat([Buffer.alloc(99, 'x'), zipWith({ mimetype: 'm', 'content.xml': '<a/>' })]);
    expect((await mendZip(file))?.isWhole).toBe(true);
    expect(await partsOf(file)).toEqual({ mimetype: 'm', 'content.xml': '<a/>' });
  });

  it('closes truncated XML, drops a truncated picture, and reports damage', async () => {
    const file = zipWith({ 'content.xml': '<a><b>word', 'a.png': 'picture' });
    const cut = file.subarray(0, file.indexOf('picture') + 3);
    expect((await mendZip(cut))?.isWhole).toBe(false);
    expect(await partsOf(cut)).toEqual({ 'content.xml': '<a><b>word' });
    expect(await partsOf(file.subarray(0, file.indexOf('word') + 2))).toEqual({
      'content.xml': '<a><b>wo</b></a>',
    });
  });

  it('rebuilds the lists of an Office Open XML file', async () => {
    const file = zipWith({ 'word\\document.xml': '<a/>', 'word/media/a.png': 'p' });
    const parts = await partsOf(file);
    expect(Object.keys(parts)[0]).toBe('[Content_Types].xml');
    expect(parts['[Content_Types].xml']).toContain('PartName="/word/document.xml"');
    expect(parts['_rels/.rels']).toContain('Target="word/document.xml"');
  });

  it('drops names that lead outside', async () => {
    expect(await partsOf(zipWith({ 'C:\\x': '0', e: '4' }))).toEqual({ e: '4' });
    expect(await partsOf(zipWith({ '../a': '1', '/b': '2', 'c/../../d': '3', e: '4' }))).toEqual({ e: '4' });
  });

  it('returns nothing for a file without entries', async () => {
    expect(await mendZip(Buffer.from('PK\x03\x04'))).toBeUndefined();
  });
});

describe('mendOle', () => {
  /** Header, and a sector table in sector 0 that marks `used` sectors as used. */
  const fileOf = (used: number, bytes: number): Buffer => {
    const file = Buffer.alloc(1_024, 0xff);
    file.fill(0, 0, 512);
    file.writeUInt16LE(9, 30);
    file.writeUInt32LE(1, 44);
    for (let at = 0; at < used; at++) file.writeUInt32LE(0, 512 + 4 * at);
    return Buffer.concat([file, Buffer.alloc(bytes)]);
  };

  it('fills up the last sector', () => {
    const mended = mendOle(fileOf(3, 600));
    expect(mended?.isWhole).toBe(true);
    expect(textOf(mended)).toHaveLength(4 * 512);
  });

  it('fills up to the last sector in use and reports damage', () => {
    const mended = mendOle(fileOf(9, 600));
    expect(mended?.isWhole).toBe(false);
    expect(textOf(mended)).toHaveLength(10 * 512);
  });

  it('does not change a complete file or one that is too short', () => {
    expect(mendOle(fileOf(3, 1_024))).toBeUndefined();
    expect(mendOle(Buffer.alloc(100))).toBeUndefined();
  });

  it('ignores a sector table that would make the file huge', () => {
    const file = fileOf(3, 600);
    file.writeUInt32LE(0xffff_fff0, 44);
    file.fill(0, 76, 512);
    expect(textOf(mendOle(file)).length).toBeLessThan(16 * 1024 * 1024);
  });
});

describe('mendPdf', () => {
  const page = '3 0 obj\n<</Type/Page/Parent 2 0 R>>\nendobj\n';

  it('removes data before the header', () => {
    const mended = mendPdf(Buffer.from(`Subject: a\r\n\r\n%PDF-1.7\n${page}trailer\n<</Root 1 0 R>>`));
    expect(mended?.isWhole).toBe(true);
    expect(textOf(mended)).toMatch(/^%PDF-1\.7/);
  });

  it('does not change a file with a trailer', () => {
    expect(mendPdf(Buffer.from(`%PDF-1.7\n${page}trailer\n<</Root 1 0 R>>`))).toBeUndefined();
    expect(mendPdf(Buffer.from('%PDF-1.7\n9 0 obj\n<</Type /XRef>>'))).toBeUndefined();
  });

  it('rebuilds the page list of a truncated file', () => {
    const mended = mendPdf(Buffer.from(`%PDF-1.7\n${page}4 0 obj\n<</Type/Page>>\nendobj\n5 0 obj\n<<`));
    expect(mended?.isWhole).toBe(false);
    expect(textOf(mended)).toContain('/Kids[3 0 R 4 0 R]/Count 2');
  });

  it('returns nothing for a file without pages', () => {
    expect(mendPdf(Buffer.from('%PDF-1.7\n1 0 obj\n<</Type/Catalog>>\nendobj'))).toBeUndefined();
    expect(mendPdf(Buffer.from('no header'))).toBeUndefined();
  });
});
