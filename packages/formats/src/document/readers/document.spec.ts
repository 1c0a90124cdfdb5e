import { deflateRawSync } from 'node:zlib';
import { AppError } from '@filemill/errors';
import { describe, expect, it } from '@jest/globals';
import { BufferByteReader } from '../../bytes/byte-reader.js';
import { type Part, zipOf } from '../../bytes/testing.js';
import { detectFormat, readFacts, resolveFormat, showsFormat } from '../../catalogue/detect.js';
import { registry } from '../../catalogue/registry.js';

const CONTENT_TYPES = (main: string): Part => ({
  name: '[Content_Types].xml',
  data: `<Types><Override ContentType="application/vnd.openxmlformats-officedocument.${main}.main+xml"/></Types>`,
});
const docx = (...more: Part[]): Buffer => zipOf([CONTENT_TYPES('wordprocessingml.document'), ...more]);
const odt = (...more: Part[]): Buffer =>
  zipOf([{ name: 'mimetype', data: 'application/vnd.oasis.opendocument.text', stored: true }, ...more]);

const readerOf = (content: Buffer | string): BufferByteReader =>
  new BufferByteReader(Buffer.from(content as string));
const detect = (content: Buffer | string) => detectFormat(readerOf(content));
/** The error code, `damaged`, or `whole` for a complete file. */
const inspect = async (content: Buffer | string, format: string): Promise<string> =>
  readFacts(readerOf(content), format).then(
    ({ damage }) => (damage === undefined ? 'whole' : 'damaged'),
    (error: unknown) => AppError.from(error).code,
  );

/** Office Open XML with a main part of this content type. */
const typed = (type: string): Buffer =>
  zipOf([{ name: '[Content_Types].xml', data: `<Types>${type}</Types>` }]);
const openDocument = (type: string): Buffer =>
  zipOf([{ name: 'mimetype', data: `application/vnd.oasis.opendocument.${type}`, stored: true }]);
/** A compound file whose directory, in its first sector, holds one name. */
function oleOf(name: string): Buffer {
  const file = Buffer.alloc(1_024);
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(file);
  file.writeUInt16LE(9, 30);
  file.write(name, 512, 'utf16le');
  file.writeUInt16LE(2 * name.length + 2, 512 + 64);
  return file;
}
const PDF = '%PDF-1.7\n1 0 obj\nendobj\nstartxref\n9\n%%EOF\n';
const macBinary = Buffer.alloc(128);
macBinary.writeUInt8(5, 1);
macBinary.write('a.pdf', 2);
const appleSingle = Buffer.alloc(2_000);
appleSingle.writeUInt32BE(0x00051600, 0);

const SAMPLES: readonly (readonly [format: string, content: Buffer | string])[] = [
  ['docm', typed('application/vnd.ms-word.document.macroEnabled.main+xml')],
  ['dotm', typed('application/vnd.ms-word.template.macroEnabledTemplate.main+xml')],
  ['dotx', typed('wordprocessingml.template.main+xml')],
  ['xlsm', typed('application/vnd.ms-excel.sheet.macroEnabled.main+xml')],
  ['xltm', typed('application/vnd.ms-excel.template.macroEnabled.main+xml')],
  ['xltx', typed('spreadsheetml.template.main+xml')],
  ['xlsb', typed('application/vnd.ms-excel.sheet.binary.macroEnabled.main')],
  ['potx', typed('presentationml.template.main+xml')],
  ['potm', typed('application/vnd.ms-powerpoint.template.macroEnabled.main+xml')],
  ['ppsx', typed('presentationml.slideshow.main+xml')],
  ['ppsm', typed('application/vnd.ms-powerpoint.slideshow.macroEnabled.main+xml')],
  ['pptm', typed('application/vnd.ms-powerpoint.presentation.macroEnabled.main+xml')],
  ['ott', openDocument('text-template')],
  ['ots', openDocument('spreadsheet-template')],
  ['otp', openDocument('presentation-template')],
  ['odg', openDocument('graphics')],
  ['otg', openDocument('graphics-template')],
  ['sxw', zipOf([{ name: 'mimetype', data: 'application/vnd.sun.xml.writer' }])],
  ['sxc', zipOf([{ name: 'mimetype', data: 'application/vnd.sun.xml.calc' }])],
  ['vsdx', typed('application/vnd.ms-visio.drawing.macroEnabled.main+xml')],
  ['vsd', oleOf('VisioDocument')],
  ['wps', oleOf('MatOST')],
  ['sdw', oleOf('StarWriterDocument')],
  ['sdc', oleOf('StarCalcDocument')],
  ['sdd', oleOf('StarDrawDocument3')],
  ['wpd', '\xffWPC\x10\0\0\0\x01\x0a\0\x01'],
  ['wri', '\x31\xbe\0\0\0\xab\0\0'],
  ['hwp', 'HWP Document File V3.00 \x1a\x01'],
  ['abw', '<?xml version="1.0"?><abiword xmlns="http://www.abisource.com/awml.dtd"><section/></abiword>'],
  ['slk', 'ID;PWXL;N;E\n'],
  ['wk1', '\0\0\x02\0\x06\x04\x06\0'],
  ['emf', `\x01\0\0\0${'\0'.repeat(36)} EMF`],
  ['wmf', '\xd7\xcd\xc6\x9a\0\0'],
  ['wmf', '\x01\0\x09\0\0\x03'],
  ['pct', `${'\0'.repeat(522)}\0\x11\x02\xff\x0c\0`],
  ['epub', zipOf([{ name: 'META-INF/container.xml', data: 'a' }])],
  ['docx', zipOf([{ name: 'word\\document.xml', data: 'a' }])],
  [
    'xlsx',
    zipOf([
      { name: 'docProps/app.xml', data: 'a' },
      { name: 'xl/workbook.xml', data: 'a' },
    ]),
  ],
  [
    'odt',
    zipOf([
      {
        name: 'META-INF/manifest.xml',
        data: '<manifest:file-entry manifest:full-path="/" manifest:media-type="application/vnd.oasis.opendocument.text"/>',
      },
    ]),
  ],
  ['docx', Buffer.concat([Buffer.from('\r\nHTTP/1.1 200 OK\r\n\r\n'), docx()])],
  ['docx', docx({ name: 'a', data: Buffer.alloc(9_000) }).subarray(0, -40)],
  ['docx', zipOf([{ ...CONTENT_TYPES('wordprocessingml.document'), sizesFollow: true }]).subarray(0, -40)],
  ['zip', zipOf([{ name: 'a.txt', data: 'a' }]).subarray(0, -20)],
  ['doc', oleOf('worddocument')],
  ['doc', oleOf('WORDDOCUMENT')],
  ['xls', oleOf('WORKBOOK')],
  ['xls', oleOf('BOOK')],
  ['ppt', oleOf('PP40')],
  ['ole', oleOf('Contents')],
  ['doc', '\xdb\xa5\x2d\0'],
  ['xls', '\x09\0\x04\0\x02\0\x10\0'],
  ['xls', '\x09\x02\x06\0\0\x03\x10\0'],
  ['xls', '\x09\x04\x06\0\0\x04\x10\0'],
  ['xls', '\x09\x08\x08\0\0\x05\x05\0'],
  ['pdf', `text of a mail program ${PDF}`],
  ['pdf', Buffer.concat([macBinary, Buffer.from(PDF), Buffer.alloc(9_000)])],
  ['pdf', Buffer.concat([appleSingle, Buffer.from(PDF)])],
  ['txt', 'A text that speaks of %PDF-1.7 and of its end, startxref, is none.'],
  ['txt', Buffer.from('a text without a mark\n', 'utf16le')],
  ['html', Buffer.from('<html><p>without a mark</p></html>', 'utf16le').swap16()],
  ...(['text', 'spreadsheet', 'presentation'] as const).map(
    (kind) =>
      [
        { text: 'fodt', spreadsheet: 'fods', presentation: 'fodp' }[kind],
        `<?xml version="1.0"?><office:document office:mimetype="application/vnd.oasis.opendocument.${kind}"/>`,
      ] as const,
  ),
  ['exe', 'MZ\x90\0\x03\0\0\0'],
];

const bytesOf = (content: Buffer | string): Buffer =>
  typeof content === 'string' ? Buffer.from(content, 'latin1') : content;

describe('detection of documents', () => {
  it.each(SAMPLES)('identifies %s by its content', async (format, content) => {
    expect(await detect(bytesOf(content))).toBe(format);
  });

  it('identifies them under every other name, except for formats with the same bytes that can be read', async () => {
    for (const [, content] of SAMPLES) {
      const seen = await detect(bytesOf(content));
      for (const { id, sharesBytesWith, read } of registry.formats) {
        // The name of a format that is only written does not keep a file from being read.
        const isOpen = read !== undefined || registry.format(seen ?? '')?.read === undefined;
        const decides = isOpen && sharesBytesWith?.includes(seen ?? '');
        expect([id, resolveFormat(seen, id)]).toEqual([id, decides ? id : seen]);
      }
    }
  });

  it('reads little from the store for any file', async () => {
    const large = docx(
      ...Array.from({ length: 900 }, (_, i) => ({ name: `word/part${i}`, data: `${i}`.repeat(400) })),
    );
    for (const content of [large, ...SAMPLES.map(([, sample]) => bytesOf(sample))]) {
      const inner = new BufferByteReader(content);
      let [reads, bytes] = [0, 0];
      const counted = {
        sizeBytes: inner.sizeBytes,
        async read(offset: number, length: number) {
          const part = await inner.read(offset, length);
          if (offset + part.length > 65_536) reads++;
          bytes += part.length;
          return part;
        },
      };
      await detectFormat(counted);
      expect(reads).toBeLessThanOrEqual(16);
      expect(bytes).toBeLessThan(4 * 1024 * 1024);
    }
  });

  it.each([
    ['docx', docx()],
    ['xlsx', zipOf([CONTENT_TYPES('spreadsheetml.sheet')])],
    ['pptx', zipOf([CONTENT_TYPES('presentationml.presentation')])],
    ['odt', odt()],
    ['zip', zipOf([{ name: 'META-INF/MANIFEST.MF', data: 'a' }])],
    ['zip', zipOf([{ name: 'a.txt', data: 'a' }])],
    ['pdf', '%PDF-1.7\n'],
    ['rtf', '{\\rtf1 a}'],
    ['html', '\ufeff<!-- a --><!DOCTYPE html><p>a'],
    ['html', '<h1>Title</h1>'],
    ['txt', 'Привет, 漢字 🙂\n'],
    ['txt', 'MZ is where the letter begins\n'],
    ['txt', Buffer.from('\ufeffa\tb\n', 'utf16le')],
    ['txt', Buffer.from('caf\xe9\n', 'latin1')],
    ['txt', 'a,b\n1,2\n'],
  ])('identifies %s by its content', async (format, content) => {
    expect(await detect(content)).toBe(format);
  });

  it.each([
    ['script', '#!/bin/sh\nrm -rf /\n'],
    ['elf', '\x7fELF\x02\x01\x01\0\0\0'],
    ['exe', 'MZ\x90\0\x03\0\0\0'],
    ['desktop', '[Desktop Entry]\nExec=sh\n'],
    ['url', '[InternetShortcut]\r\nURL=file:///etc/passwd\r\n'],
    ['lnk', Buffer.from('4c0000000114020000000000c0000000', 'hex')],
  ])('recognises another format uploaded as a document: %s', async (seen, content) => {
    expect(await detect(content)).toBe(seen);
  });

  it.each([
    ['an empty file', ''],
    ['bytes', Buffer.from([1, 2, 3, 0, 255, 7])],
    ['a binary with a text at its start', Buffer.concat([Buffer.alloc(70_000, 'a'), Buffer.alloc(9_000)])],
  ])('identifies no format in %s', async (_, content) => {
    expect(await detect(content)).toBeUndefined();
  });
});

describe('the facts of documents', () => {
  it('accept a complete package', async () => {
    expect(await inspect(docx({ name: 'word/document.xml', data: 'a'.repeat(10_000) }), 'docx')).toBe(
      'whole',
    );
  });

  it.each([
    ['a flat bomb', 'FILE_TOO_LARGE', { name: 'b', data: Buffer.alloc(40_000_000) }],
    ['a declared bomb', 'FILE_TOO_LARGE', { name: 'b', data: 'a', declaredBytes: 3_000_000_000 }],
    ['a protected entry', 'FILE_ENCRYPTED', { name: 'b', data: 'a', flags: 1 }],
    ['a name that leads outside', 'damaged', { name: '../../etc/cron.d/b', data: 'a' }],
    ['an absolute name', 'damaged', { name: '/etc/b', data: 'a' }],
    ['a name that is too long', 'FILE_TOO_LARGE', { name: 'b'.repeat(300), data: 'a' }],
    ['headers that differ in name', 'damaged', { name: 'b', localName: 'c', data: 'a' }],
    ['headers that differ in size', 'damaged', { name: 'b', data: 'a', localBytes: 9 }],
    ['headers that differ in method', 'damaged', { name: 'b', data: 'a', localMethod: 0 }],
    ['spans that overlap', 'FILE_TOO_LARGE', { name: 'b', data: 'a', sharesOffset: true }],
    ['one name twice', 'damaged', { name: '[Content_Types].xml', data: 'a' }],
  ])('report for %s: %s', async (_, code, part) => {
    expect(await inspect(docx(part), 'docx')).toBe(code);
  });

  it('refuse more entries than the limit with FILE_TOO_LARGE', async () => {
    const parts = Array.from({ length: 10_001 }, (_, i) => ({ name: `${i}`, data: '' }));
    expect(await inspect(docx(...parts), 'docx')).toBe('FILE_TOO_LARGE');
  });

  it('refuse an encrypted OpenDocument file with FILE_ENCRYPTED', async () => {
    const manifest = '<manifest:file-entry><manifest:encryption-data/></manifest:file-entry>';
    expect(await inspect(odt({ name: 'META-INF/manifest.xml', data: manifest }), 'odt')).toBe(
      'FILE_ENCRYPTED',
    );
  });

  it.each([
    ['docx', docx().subarray(0, -30)],
    ['pdf', '%PDF-1.7\n1 0 obj\n'],
    ['rtf', '{\\rtf1 a'],
  ])('report a truncated %s as damaged, without an error', async (format, content) => {
    expect(await inspect(content, format)).toBe('damaged');
  });

  it('report encryption even if another part is broken', async () => {
    const manifest = '<manifest:file-entry><manifest:encryption-data/></manifest:file-entry>';
    const parts = [
      { name: 'META-INF/manifest.xml', data: manifest },
      { name: '../b', data: 'a' },
    ];
    expect(await inspect(odt(...parts), 'odt')).toBe('FILE_ENCRYPTED');
  });

  it.each([
    ['controls', 'a\x07\x1b\x01'],
    ['characters of private use', 'a\ue000\uf8ff'],
    ['a script at its start', '#!/bin/sh\n'],
  ])('accept a text with %s', async (_, text) => {
    expect(await inspect(text, 'txt')).toBe('whole');
    expect(await showsFormat(readerOf(text), 'txt')).toBe(true);
  });

  it('refuse binary content as text', async () => {
    expect(await inspect('a\0b', 'txt')).toBe('damaged');
  });

  it('unpack no more of a list of parts than needed', async () => {
    const bomb = zipOf([{ name: '[Content_Types].xml', data: Buffer.alloc(9_000_000, ' ') }]);
    expect(await detect(bomb)).toBe('zip');
    expect(deflateRawSync(Buffer.alloc(9_000_000)).length).toBeLessThan(20_000);
  });
});
