import { crc32, gzipSync } from 'node:zlib';
import { STALLING } from '../../services/gateway/test/hostile/stalling.ts';
import { buildZip, docxEntries, odtEntries } from '../../services/gateway/test/hostile/zip-files.ts';

const MB = 1_000_000;
const latin = (text: string): Buffer => Buffer.from(text, 'latin1');
/** `bytes` over and over, `sizeBytes` long. */
const repeated = (bytes: Buffer | string, sizeBytes: number): Buffer =>
  Buffer.alloc(sizeBytes, typeof bytes === 'string' ? latin(bytes) : bytes);
const joined = (...parts: (Buffer | string)[]): Buffer =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? latin(part) : part)));

function uint32(value: number, isLittleEndian = false): Buffer {
  const bytes = Buffer.alloc(4);
  if (isLittleEndian) bytes.writeUInt32LE(value);
  else bytes.writeUInt32BE(value);
  return bytes;
}

/** GIF89a: an image whose data blocks have one byte each. */
const gif = (): Buffer =>
  joined(
    'GIF89a\x10\0\x10\0\x80\0\0\0\0\0\xff\xff\xff,\0\0\0\0\x10\0\x10\0\0\x02',
    repeated(latin('\x01\x44'), 20 * MB),
    '\0;',
  );

/** PNG: text chunks without text. */
function png(): Buffer {
  const chunk = (type: string, data: Buffer = Buffer.alloc(0)): Buffer => {
    const body = joined(type, data);
    return joined(uint32(data.length), body, uint32(crc32(body)));
  };
  const header = chunk('IHDR', joined(uint32(16), uint32(16), '\x08\0\0\0\0'));
  return joined('\x89PNG\r\n\x1a\n', header, repeated(chunk('tEXt'), 12 * 1_600_000), chunk('IEND'));
}

/** TIFF 6.0: `count` directories of one tag; the last points to the first. */
function tiff(count: number): Buffer {
  const sizeBytes = 2 + 12 + 4;
  const bytes = Buffer.alloc(8 + count * sizeBytes);
  bytes.write('II*\0', 'latin1');
  bytes.writeUInt32LE(8, 4);
  for (let i = 0; i < count; i++) {
    const at = 8 + i * sizeBytes;
    bytes.writeUInt16LE(1, at);
    bytes.writeUInt16LE(256, at + 2);
    bytes.writeUInt16LE(4, at + 4);
    bytes.writeUInt32LE(1, at + 6);
    bytes.writeUInt32LE(16, at + 10);
    bytes.writeUInt32LE(i === count - 1 ? 8 : at + sizeBytes, at + 14);
  }
  return bytes;
}

/** ICO: as many pictures as it can name, each of them the same. */
function ico(): Buffer {
  const entry = joined('\x10\x10\0\0\x01\0\x20\0', uint32(64, true), uint32(6 + 16 * 0xffff, true));
  return joined('\0\0\x01\0\xff\xff', repeated(entry, 16 * 0xffff), Buffer.alloc(64));
}

/** ISO/IEC 14496-12: boxes without content, on top or inside of `meta`. */
const boxes = (brand: string, isInside: boolean): Buffer => {
  const free = repeated(latin('\0\0\0\x08free'), 20 * MB);
  const meta = isInside ? joined(uint32(free.length + 12), 'meta\0\0\0\0') : '';
  return joined(`\0\0\0\x10ftyp${brand}\0\0\0\0`, meta, free);
};

/** RFC 8794: a Segment of unknown size, full of Void elements without content. */
const matroska = (): Buffer =>
  joined(
    '\x1a\x45\xdf\xa3\x8b\x42\x82\x88matroska\x18\x53\x80\x67\x01\xff\xff\xff\xff\xff\xff\xff',
    repeated(latin('\xec\x80'), 20 * MB),
  );

/** RFC 9639: a valid STREAMINFO, then bytes that look like the beginning of a frame everywhere. */
const flac = (): Buffer =>
  joined(
    'fLaC\x80\0\0\x22\x10\0\x10\0\0\0\0\0\0\0\x0a\xc4\x42\xf0\0\0\0\0',
    Buffer.alloc(16),
    repeated(latin('\xff\xf8'), 20 * MB),
  );

/** Advanced Systems Format 1.2, section 2: a header of objects that are only a name and a size. */
function asf(): Buffer {
  const header = latin('\x30\x26\xb2\x75\x8e\x66\xcf\x11\xa6\xd9\x00\xaa\x00\x62\xce\x6c');
  const padding = latin('\x74\xd4\x06\x18\xdf\xca\x09\x45\xa4\xba\x9a\xab\xcb\x96\xaa\xe8');
  const count = 1_300_000;
  const object = joined(padding, uint32(24, true), uint32(0));
  const size = joined(uint32(30 + 24 * count, true), uint32(0));
  return joined(header, size, uint32(count, true), '\x01\x02', repeated(object, 24 * count));
}

/** RFC 3533: pages without packets, each of another stream. */
function ogg(): Buffer {
  const count = 400_000;
  const bytes = repeated(joined('OggS\0\x02', Buffer.alloc(20), '\0'), 27 * count);
  for (let i = 0; i < count; i++) bytes.writeUInt32LE(i, 27 * i + 14);
  return bytes;
}

/** [MS-CFB]: chains of sectors that point to themselves. */
function ole(): Buffer {
  const bytes = Buffer.alloc(512 * 3, 0);
  bytes.write('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 'latin1');
  for (const [value, at] of [
    [0x3e, 24],
    [3, 26],
    [0xfffe, 28],
    [9, 30],
    [6, 32],
  ] as const)
    bytes.writeUInt16LE(value, at);
  bytes.writeUInt32LE(0xffffffff, 44);
  bytes.writeUInt32LE(1, 48);
  bytes.writeUInt32LE(4_096, 56);
  bytes.writeUInt32LE(0, 60);
  bytes.writeUInt32LE(0xffffffff, 64);
  bytes.writeUInt32LE(0, 68);
  bytes.writeUInt32LE(0xffffffff, 72);
  bytes.fill(0, 76, 512);
  bytes.writeUInt32LE(0xfffffffd, 512);
  for (let i = 1; i < 128; i++) bytes.writeUInt32LE(i, 512 + 4 * i);
  return bytes;
}

const CONTAINER =
  '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container" version="1.0"><rootfiles>' +
  '<rootfile full-path="a.opf" media-type="application/oebps-package+xml"/></rootfiles></container>';

/** EPUB 3: a spine of 168,000 times the same chapter, whose address is 1 MB long. */
function epub(): Buffer {
  const item = `<item id="c" href="${'x'.repeat(1_048_576)}" media-type="application/xhtml+xml"/>`;
  const spine = '<itemref idref="c"/>'.repeat(168_000);
  const head =
    '<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="i"><metadata' +
    ' xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="i">x</dc:identifier><dc:title>A</dc:title></metadata>';
  return buildZip([
    { name: 'mimetype', data: 'application/epub+zip', stored: true },
    { name: 'META-INF/container.xml', data: CONTAINER },
    { name: 'a.opf', data: `${head}<manifest>${item}</manifest><spine>${spine}</spine></package>` },
  ]);
}

const zip = (): Buffer =>
  buildZip(
    Array.from({ length: 10_000 }, (_, i) => ({ name: `${i}-`.padEnd(255, 'n'), data: '', stored: true })),
  );

/** POSIX.1-2001, ustar: entries of nothing, all of one name. */
function tar(): Buffer {
  const header = Buffer.alloc(512);
  header.write('a', 0);
  header.write('0000644\0', 100);
  for (const at of [108, 116]) header.write('0000000\0', at);
  for (const at of [124, 136]) header.write('00000000000\0', at);
  header.write('        0', 148);
  header.write('ustar\x0000', 257, 'latin1');
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  return joined(repeated(header, 512 * 40_000), Buffer.alloc(1_024));
}

/** A Palm database with the maximum number of records, all at the same offset. */
function mobi(): Buffer {
  const head = Buffer.alloc(78);
  head.write('book');
  head.write('BOOKMOBI', 60);
  head.writeUInt16BE(0xffff, 76);
  const at = uint32(78 + 8 * 0xffff);
  return joined(head, repeated(joined(at, '\0\0\0\0'), 8 * 0xffff), Buffer.alloc(1_000));
}

/** OpenType: the maximum number of tables, each covering the whole file. */
function ttf(): Buffer {
  const count = 0xffff;
  const table = joined('glyf', uint32(0), uint32(0), uint32(16 * count));
  return joined(uint32(0x00010000), '\xff\xff\0\0\0\0\0\0', repeated(table, 16 * count));
}

const svg = (inside: string, attributes = ''): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"${attributes}>${inside}</svg>`;
const manyAttributes = (): string => Array.from({ length: 200_000 }, (_, i) => ` a${i}=""`).join('');
const nested = (open: string, close: string, count: number, inside: string): string =>
  `${open.repeat(count)}${inside}${close.repeat(count)}`;

/** The lane whose next job is measured. */
export type AttackedLane = 'image' | 'audio' | 'document';

/** A file that is built to stall its readers. */
export interface HostileFile {
  /** A description for people. */
  readonly what: string;
  readonly name: string;
  /** Output format. */
  readonly to: string;
  readonly lane: AttackedLane;
  readonly bytes: Buffer;
}

/** A file: description, file name, output format, and its bytes. */
type Recipe = readonly [what: string, name: string, to: string, make: () => Buffer];

const html = (): string =>
  `<!doctype html><html><body>${nested('<div>', '</div>', 200_000, 'a')}</body></html>`;
const sections = (): string => nested('<section>', '</section>', 100_000, '<p>a</p>');
const fb2 = (): string =>
  `<FictionBook xmlns="http://www.gribuser.ru/xml/fictionbook/2.0"><body>${sections()}</body></FictionBook>`;
const odt = (): string => nested('<text:section text:name="s">', '</text:section>', 20_000, '<text:p/>');
const fillBytes = (): Buffer => joined('\xff\xd8', repeated('\xff', 50 * MB), '\xd9');
const wav = (): Buffer => joined('RIFF\x04\x2d\x31\x01WAVE', repeated('junk\0\0\0\0', 20 * MB));
const pdf = (): Buffer => joined('%PDF-1.7\n', repeated('1 0 obj<</A 1 0 R>>endobj\n', 25 * MB));
const docx = (): Buffer => buildZip([...docxEntries('a'), { name: 'word/z', data: Buffer.alloc(200 * MB) }]);

const RECIPES: Readonly<Record<AttackedLane, readonly Recipe[]>> = {
  image: [
    ['50 MB of fill bytes in a JPEG', 'a.jpg', 'webp', fillBytes],
    ['a GIF of blocks of one byte', 'a.gif', 'webp', gif],
    ['a PNG of 1.6 million empty texts', 'a.png', 'webp', png],
    ['a TIFF whose directories form a loop', 'a.tiff', 'webp', () => tiff(1)],
    ['a TIFF of a million directories', 'a.tiff', 'webp', () => tiff(1_000_000)],
    ['an icon of 65,535 pictures', 'a.ico', 'png', ico],
    ['an AVIF of 2.5 million boxes', 'a.avif', 'png', () => boxes('avif', true)],
    ['an SVG with an attribute of 8 MB', 'a.svg', 'png', () => latin(svg('', ` id="${'-'.repeat(8 * MB)}"`))],
    ['an SVG of 200,000 attributes', 'a.svg', 'png', () => latin(svg('', manyAttributes()))],
    ['an SVG of 100,000 nested groups', 'a.svg', 'png', () => latin(svg(nested('<g>', '</g>', 100_000, '')))],
  ],
  audio: [
    ['20 MB of beginnings of FLAC frames', 'a.flac', 'mp3', flac],
    ['an Ogg of 400,000 streams', 'a.ogg', 'mp3', ogg],
    ['a WAV of 2.5 million empty chunks', 'a.wav', 'mp3', wav],
    ['an MP3 behind two million tags', 'a.mp3', 'wav', () => repeated('ID3\x04\0\0\0\0\0\0', 20 * MB)],
    ['an MP4 of 2.5 million boxes', 'a.mp4', 'mp3', () => boxes('isom', false)],
    ['a Matroska file of ten million elements', 'a.mkv', 'mp3', matroska],
    ['an ASF header of 1.3 million objects', 'a.wma', 'mp3', asf],
  ],
  document: [
    ['an EPUB of 168,000 references to a name of 1 MB', 'a.epub', 'pdf', epub],
    ['a book of 65,535 records', 'a.mobi', 'epub', mobi],
    ['a FictionBook of 100,000 nested sections', 'a.fb2', 'epub', () => latin(fb2())],
    ['a zip of 10,000 entries with names of 255 bytes', 'a.zip', 'tar.gz', zip],
    ['a tar of 40,000 entries of one name', 'a.tar', 'zip', tar],
    ['200 MB of zeros in a TAR.GZ', 'a.tar.gz', 'zip', () => gzipSync(Buffer.alloc(200 * MB), { level: 1 })],
    ['a font of 65,535 tables', 'a.ttf', 'woff2', ttf],
    ['a PDF without trailer, of a million objects', 'a.pdf', 'txt', pdf],
    ['a web page of 200,000 nested elements', 'a.html', 'pdf', () => latin(html())],
    [
      'an RTF of a million nested groups',
      'a.rtf',
      'pdf',
      () => latin(`{\\rtf1 ${nested('{', '}', 1_000_000, 'a')}}`),
    ],
    ['a compound file whose chains form a loop', 'a.doc', 'pdf', ole],
    ['a table of 20 MB of quotes', 'a.csv', 'xlsx', () => repeated('"', 20 * MB)],
    ['20,000 nested sections', 'a.odt', 'pdf', () => buildZip(odtEntries('a', odt()))],
    ['a letter whose package holds 200 MB of zeros', 'a.docx', 'pdf', docx],
  ],
};

/** Creates all of them one at a time: together they are a third of a gigabyte. */
export function* hostileFiles(): Generator<HostileFile> {
  for (const lane of ['image', 'audio', 'document'] as const)
    for (const [what, name, to, make] of RECIPES[lane]) yield { what, name, to, lane, bytes: make() };
  for (const [what, content] of STALLING)
    yield { what, name: 'upload', to: 'jpg', lane: 'image', bytes: latin(content) };
}
