import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppError } from '@filemill/errors';
import { afterAll, describe, expect, it, jest } from '@jest/globals';
import { BufferByteReader, type ByteReader } from '../../bytes/byte-reader.js';
import { type Part, palmDatabase, zipOf } from '../../bytes/testing.js';
import { detectFormat } from '../../catalogue/detect.js';
import { registry } from '../../catalogue/registry.js';
import type { Facts } from '../../define/facts.js';
import { hasStylesheet } from './fiction-book.js';
import { readKindleContents } from './mobipocket.js';

const CONTAINER: Part = {
  name: 'META-INF/container.xml',
  data: '<container><rootfiles><rootfile full-path="O/p.opf"/></rootfiles></container>',
};
const opf = (href: string, spine = '<itemref idref="a"/>'): Part => ({
  name: 'O/p.opf',
  data: `<package><manifest><!-- <item id="a" href="gone"/> --><item id='a' href="${href}"/></manifest><spine>${spine}</spine></package>`,
});
const encryption = (method: string): Part => ({
  name: 'META-INF/encryption.xml',
  data: `<encryption><enc:EncryptedData><enc:EncryptionMethod Algorithm="${method}"/></enc:EncryptedData></encryption>`,
});
const TEXT: Part = { name: 'O/one chapter.xhtml', data: '<html/>' };
const MIMETYPE: Part = { name: 'mimetype', data: 'application/epub+zip', stored: true };
const epub = (...parts: Part[]): Buffer => zipOf([MIMETYPE, CONTAINER, ...parts]);
const book = (...more: Part[]): Buffer => epub(opf('one%20chapter.xhtml'), TEXT, ...more);

/** A Palm database of records, the first with a Mobipocket header. */
function mobi(
  header: { version?: number; encryption?: number; textBytes?: number; textRecords?: number } = {},
) {
  const first = Buffer.alloc(64);
  first.writeUInt32BE(header.textBytes ?? 100, 4);
  first.writeUInt16BE(header.textRecords ?? 1, 8);
  first.writeUInt16BE(header.encryption ?? 0, 12);
  first.write('MOBI', 16);
  first.writeUInt32BE(header.version ?? 6, 36);
  const records = [first, Buffer.from('text'), Buffer.from('end')];
  // Any title is allowed.
  return palmDatabase('GIF89a', 'BOOKMOBI', records);
}

const FB2 = '<?xml version="1.0" encoding="windows-1251"?>\n<FictionBook xmlns="x"><body/></FictionBook>\n';
/** An error of the reader becomes `damage` of the facts, or its error code. */
async function limitsOf(reader: ByteReader, format: string): Promise<Facts> {
  const limits = registry.format(format)?.limits;
  if (!limits) throw new Error(`${format} has no reader`);
  return limits(reader);
}
const detect = (content: Buffer | string) =>
  detectFormat(new BufferByteReader(Buffer.from(content as string)));
const inspect = async (content: Buffer | string, format: string): Promise<string> =>
  limitsOf(new BufferByteReader(Buffer.from(content as string)), format).then(
    () => 'accepted',
    (error: unknown) => AppError.from(error).code,
  );

describe('detectFormat', () => {
  it.each([
    ['epub', book()],
    ['epub', zipOf([CONTAINER, opf('one%20chapter.xhtml'), TEXT])],
    ['mobi', mobi()],
    ['azw3', mobi({ version: 8 })],
    ['fb2', FB2],
    ['fb2', Buffer.from(`\ufeff${FB2}`, 'utf16le')],
    ['fb2', '\ufeff<!-- a --><fb:FictionBook xmlns:fb="x"></fb:FictionBook>'],
    ['html', '<p>A FictionBook</p>'],
    ['txt', 'BOOKMOBI\n'],
  ])('identifies %s by its content', async (format, content) => {
    expect(await detect(content)).toBe(format);
  });
});

describe('the readers of books', () => {
  it.each([
    ['epub', book()],
    ['epub', book(encryption('http://www.idpf.org/2008/embedding'))],
    ['epub', book(encryption('http://ns.adobe.com/pdf/enc#RC'))],
    ['mobi', mobi()],
    ['azw3', mobi({ version: 8 })],
    ['fb2', FB2],
    ['fb2', Buffer.from(`\ufeff${FB2}`, 'utf16le')],
  ])('accepts a complete %s', async (format, content) => {
    expect(await inspect(content, format)).toBe('accepted');
  });

  it.each([
    ['that is encrypted', 'FILE_ENCRYPTED', book(encryption('http://www.w3.org/2001/04/xmlenc#aes256-cbc'))],
    ['with an encrypted entry', 'FILE_ENCRYPTED', book({ name: 'b', data: 'a', flags: 1 })],
    ['that is a bomb', 'FILE_TOO_LARGE', book({ name: 'b', data: Buffer.alloc(40_000_000) })],
    ['that declares a bomb', 'FILE_TOO_LARGE', book({ name: 'b', data: 'a', declaredBytes: 3e9 })],
    ['with a name that leads outside', 'FILE_CORRUPT', book({ name: '../../b', data: 'a' })],
    ['with spans that overlap', 'FILE_CORRUPT', book({ name: 'b', data: 'a', sharesOffset: true })],
    ['with headers that differ', 'FILE_CORRUPT', book({ name: 'b', data: 'a', localName: 'c' })],
    ['with one name twice', 'FILE_CORRUPT', book(TEXT)],
    ['without a container', 'FILE_CORRUPT', zipOf([MIMETYPE, TEXT])],
    ['without a package document', 'FILE_CORRUPT', epub(TEXT)],
    ['whose spine is empty', 'FILE_CORRUPT', epub(opf('one%20chapter.xhtml', ''), TEXT)],
    ['whose spine names a missing file', 'FILE_CORRUPT', epub(opf('../../etc/passwd'), TEXT)],
    ['that is cut short', 'FILE_CORRUPT', book().subarray(0, -30)],
  ])('refuses an epub %s with %s', async (_, code, content) => {
    expect(await inspect(content, 'epub')).toBe(code);
  });

  it.each([
    ['with Kindle’s DRM', 'FILE_ENCRYPTED', mobi({ encryption: 2 })],
    ['that declares a bomb', 'FILE_TOO_LARGE', mobi({ textBytes: 4e9 })],
    ['with more text than it has', 'FILE_CORRUPT', mobi({ textRecords: 3 })],
    ['that is cut short', 'FILE_CORRUPT', mobi().subarray(0, -5)],
    ['that is cut in its table', 'FILE_CORRUPT', mobi().subarray(0, 90)],
  ])('refuses a mobi %s with %s', async (_, code, content) => {
    expect(await inspect(content, 'mobi')).toBe(code);
  });

  it('reports a truncated fb2 as damaged', async () => {
    expect(await inspect(FB2.slice(0, -9), 'fb2')).toBe('FILE_CORRUPT');
  });

  it.each(['http:', 'http://[/x.opf', 'http:/a.opf'])(
    'refuses an epub whose package has the address %s',
    async (name) => {
      const container = { ...CONTAINER, data: String(CONTAINER.data).replace('O/p.opf', name) };
      const content = zipOf([MIMETYPE, container, { ...opf('gone.xhtml'), name }, TEXT]);
      expect(await inspect(content, 'epub')).toBe('FILE_CORRUPT');
    },
  );

  it('resolves each reference once, and skips references longer than a file name', async () => {
    const item = `<item id="a" href="${'x/'.repeat(500_000)}"/>`;
    const spine = '<itemref idref="a"/>'.repeat(168_000);
    const data = `<package><manifest>${item}</manifest><spine>${spine}</spine></package>`;
    const parse = jest.spyOn(globalThis.URL, 'canParse');
    expect(
      await inspect(epub({ name: 'O/p.opf', data: Buffer.from(data).subarray(0, 4_194_304) }, TEXT), 'epub'),
    ).toBe('FILE_CORRUPT');
    expect(parse).not.toHaveBeenCalled();
    parse.mockRestore();
  });

  it('reports encryption even if the rest of the book is broken', async () => {
    const encrypted = encryption('http://www.w3.org/2001/04/xmlenc#aes256-cbc');
    expect(await inspect(zipOf([MIMETYPE, encrypted, TEXT, TEXT]), 'epub')).toBe('FILE_ENCRYPTED');
    expect(await inspect(mobi({ encryption: 2, textRecords: 9 }).subarray(0, -5), 'mobi')).toBe(
      'FILE_ENCRYPTED',
    );
  });

  it('reads the header of each record of a Kindle book once, in any order', async () => {
    const count = 60_000;
    const file = Buffer.alloc(1_000_000);
    file.write('BOOKMOBI', 60);
    file.writeUInt16BE(count, 76);
    for (let i = 0; i < count; i++) file.writeUInt32BE(i % 2 === 0 ? 999_000 : i, 78 + i * 8);
    let bytes = 0;
    const inner = new BufferByteReader(file);
    const reader = {
      sizeBytes: file.length,
      read: (offset: number, length: number) => {
        bytes += Math.min(length, file.length - offset);
        return inner.read(offset, length);
      },
    };
    await readKindleContents(reader);
    expect(bytes).toBeLessThan(2 * file.length);
  });

  it('reads a package document that is built to be slow within a second', async () => {
    const slow = [
      '<!--'.repeat(900_000),
      `<item ${'a'.repeat(3_900_000)}`,
      `<item ${'a '.repeat(1_900_000)}>`,
    ];
    const startedAt = performance.now();
    for (const data of slow) await inspect(epub({ name: 'O/p.opf', data }, TEXT), 'epub');
    expect(performance.now() - startedAt).toBeLessThan(3_000);
  });
});

describe('the end of a FictionBook', () => {
  const end = (tail: string) =>
    limitsOf(new BufferByteReader(Buffer.from(`<FictionBook></FictionBook>${tail}`)), 'fb2');

  it('may be followed by comments', async () => {
    await expect(end('<!-- a --> <!-- b > c -->\n')).resolves.toBeDefined();
  });
  it('is searched for in a limited part of the file', async () => {
    await expect(end(`${'<!---->'.repeat(130)}x`)).rejects.toMatchObject({ code: 'FILE_CORRUPT' });
  });
});

describe('hasStylesheet', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fiction-book-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const sheet = '<stylesheet type="text/css">p{}</stylesheet>';

  it.each([
    ['none', false, FB2],
    ['one', true, FB2.replace('<body', `${sheet}<body`)],
    ['one in UTF-16', true, Buffer.from(FB2.replace('<body', `${sheet}<body`), 'utf16le')],
    ['one far from the start', true, FB2.replace('<body', `<!--${'x'.repeat(65_400)}-->${sheet}<body`)],
    ['one that is only text', false, FB2.replace('<body/>', `<body>${sheet}</body>`)],
  ])('detects a book with %s', async (_, has, content) => {
    const reader = new BufferByteReader(Buffer.from(content as string));
    expect(await hasStylesheet(reader)).toBe(has);
  });
});
