import { crc32, deflateSync } from 'node:zlib';
import { aPng, generateMedia } from '../stack.js';
import { type HostileCase, type HostileClass, refused, type Targets } from './case.js';

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
};
const uint32s = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [i, value] of values.entries()) bytes.writeUInt32BE(value, 4 * i);
  return bytes;
};

/** A grey PNG that declares any size but has the pixels of a small picture. */
const png = (widthPx: number, heightPx: number, pixels = Buffer.alloc(64)): Buffer =>
  Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', Buffer.concat([uint32s(widthPx, heightPx), Buffer.from([8, 0, 0, 0, 0])])),
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ]);

function gif(widthPx: number, heightPx: number): Buffer {
  const bytes = Buffer.from(
    'GIF89a\0\0\0\0\x80\0\0\0\0\0\xff\xff\xff,\0\0\0\0\0\0\0\0\0\x02\x02D\x01\0;',
    'latin1',
  );
  for (const at of [6, 24]) {
    bytes.writeUInt16LE(widthPx, at);
    bytes.writeUInt16LE(heightPx, at + 2);
  }
  return bytes;
}

function bmp(widthPx: number, heightPx: number): Buffer {
  const bytes = Buffer.alloc(58);
  bytes.write('BM');
  bytes.writeUInt32LE(58, 2);
  bytes.writeUInt32LE(54, 10);
  bytes.writeUInt32LE(40, 14);
  bytes.writeInt32LE(widthPx, 18);
  bytes.writeInt32LE(heightPx, 22);
  bytes.writeUInt16LE(1, 26);
  bytes.writeUInt16LE(24, 28);
  return bytes;
}

function tiff(widthPx: number, heightPx: number, nextDirectory = 0): Buffer {
  const tags = [
    [256, 4, 1, widthPx],
    [257, 4, 1, heightPx],
    [258, 3, 1, 8],
    [259, 3, 1, 1],
    [262, 3, 1, 1],
    [273, 4, 1, 8],
    [277, 3, 1, 1],
    [278, 4, 1, heightPx],
    [279, 4, 1, 16],
  ] as const;
  const bytes = Buffer.alloc(8 + 2 + 12 * tags.length + 4);
  bytes.write('II*\0', 'latin1');
  bytes.writeUInt32LE(8, 4);
  bytes.writeUInt16LE(tags.length, 8);
  for (const [i, [tag, type, count, value]] of tags.entries()) {
    bytes.writeUInt16LE(tag, 10 + 12 * i);
    bytes.writeUInt16LE(type, 12 + 12 * i);
    bytes.writeUInt32LE(count, 14 + 12 * i);
    bytes.writeUInt32LE(value, 18 + 12 * i);
  }
  bytes.writeUInt32LE(nextDirectory, bytes.length - 4);
  return bytes;
}

function webp(widthPx: number, heightPx: number): Buffer {
  const bytes = Buffer.alloc(30);
  bytes.write('RIFF\x16\0\0\0WEBPVP8X\x0a\0\0\0', 'latin1');
  bytes.writeUIntLE(widthPx - 1, 24, 3);
  bytes.writeUIntLE(heightPx - 1, 27, 3);
  return bytes;
}

/** T03. Headers that declare more than may be decoded, or something else than what follows. */
export async function wrongPictureHeaderClass(): Promise<HostileClass> {
  const jpg = await generateMedia('a.jpg', ['-f', 'lavfi', '-i', 'testsrc2=size=64x64', '-frames:v', '1']);
  const largeJpg = Buffer.from(jpg);
  largeJpg.writeUInt32BE(0xffffffff, largeJpg.indexOf(Buffer.from([0xff, 0xc0])) + 5);
  const good = await aPng('64x64');
  const aCase = (title: string, name: string, bytes: Buffer): HostileCase => ({
    title,
    name,
    bytes,
    to: name.endsWith('webp') ? 'png' : 'webp',
    verdict: refused('file_too_large', 'file_corrupt'),
  });
  return {
    title: 'T03 wrong picture headers',
    cases: [
      aCase('a PNG of 3,600 megapixels', 'a.png', png(60_000, 60_000)),
      aCase('a PNG of the largest side', 'a.png', png(0x7fffffff, 1)),
      aCase('a PNG of no width', 'a.png', png(0, 10)),
      aCase(
        'a PNG whose pixels are 40 MB of zeros in 40 KB',
        'a.png',
        png(16_384, 16_384, Buffer.alloc(40_000_000)),
      ),
      aCase('a PNG whose pixels are missing', 'a.png', png(10_000, 9_000)),
      aCase('a GIF of the largest size', 'a.gif', gif(65_535, 65_535)),
      aCase('a BMP of the largest size', 'a.bmp', bmp(0x7fffffff, 0x7fffffff)),
      aCase('a BMP of negative width', 'a.bmp', bmp(-5, 5)),
      aCase('a BMP whose pixels are missing', 'a.bmp', bmp(9_000, 9_000)),
      aCase('a TIFF of the largest size', 'a.tiff', tiff(0xffffffff, 0xffffffff)),
      aCase('a WebP of the largest size', 'a.webp', webp(1 << 24, 1 << 24)),
      aCase('a JPEG of the largest size', 'a.jpg', largeJpg),
      aCase('a JPEG that ends after its header', 'a.jpg', jpg.subarray(0, 200)),
    ],
    harmless: [
      { name: 'a.png', bytes: good, to: 'webp' },
      { name: 'a.jpg', bytes: jpg, to: 'png' },
      // A cycle of directories has a first page, and a truncated picture has its upper rows.
      { name: 'a.tiff', bytes: tiff(4, 4, 8), to: 'png' },
      { name: 'a.png', bytes: good.subarray(0, good.length / 2), to: 'webp' },
    ],
  };
}

const svg = (inside: string, before = ''): Buffer =>
  Buffer.from(
    `<?xml version="1.0"?>${before}<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ` +
      `width="40" height="40">${inside}</svg>`,
  );
/** An empty drawing: every inert SVG must convert to the same picture. */
export const BLANK_SVG = svg('');

/** T04. SVG drawings that load or include files, expand, or take excessive time. */
export function drawingClass({ file, neighbour, address }: Targets): HostileClass {
  const entities = Array.from({ length: 9 }, (_, i) => `<!ENTITY l${i + 1} "${`&l${i};`.repeat(10)}">`).join(
    '',
  );
  const uses = Array.from(
    { length: 9 },
    (_, i) => `<g id="g${i + 1}">${`<use xlink:href="#g${i}"/>`.repeat(10)}</g>`,
  ).join('');
  const inert: [string, Buffer][] = [
    ...[file, neighbour, address].flatMap((target, i): [string, Buffer][] => [
      [`an image of target ${i}`, svg(`<image xlink:href="${target}" width="40" height="40"/>`)],
      [`a use of target ${i}`, svg(`<use xlink:href="${target}#a"/>`)],
      [`a style sheet of target ${i}`, svg('', `<?xml-stylesheet type="text/css" href="${target}"?>`)],
      [
        `a font of target ${i}`,
        svg(`<style>@import url(${target});@font-face{font-family:x;src:url(${target})}</style>`),
      ],
      [
        `an XInclude of target ${i}`,
        svg(`<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" parse="text" href="${target}"/>`),
      ],
    ]),
    ['an external subset', svg('', `<!DOCTYPE svg SYSTEM "${address}">`)],
    ['a script', svg(`<script>fetch("${address}")</script>`)],
    [
      'an HTML frame in foreignObject',
      svg(`<foreignObject><iframe xmlns="http://www.w3.org/1999/xhtml" src="${address}"/></foreignObject>`),
    ],
  ];
  const refusedDrawings: [string, Buffer][] = [
    [
      'an external entity',
      svg('<text y="20">&x;</text>', `<!DOCTYPE svg [<!ENTITY x SYSTEM "file://${file}">]>`),
    ],
    ['a billion laughs', svg('<text y="20">&l9;</text>', `<!DOCTYPE svg [<!ENTITY l0 "lol">${entities}]>`)],
    [
      'a billion instances',
      svg(`<defs><g id="g0"><rect width="9" height="9"/></g>${uses}</defs><use xlink:href="#g9"/>`),
    ],
    [
      'a size above every limit',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="1e9" height="1e9"/>'),
    ],
    ['a hundred thousand nested groups', svg(`${'<g>'.repeat(100_000)}${'</g>'.repeat(100_000)}`)],
  ];
  const caseWith =
    (verdict: HostileCase['verdict']) =>
    ([title, bytes]: [string, Buffer]): HostileCase => ({
      title,
      name: 'a.svg',
      bytes,
      to: 'png',
      verdict,
    });
  return {
    title: 'T04 drawings',
    cases: [
      ...inert.map(caseWith('inert')),
      ...refusedDrawings.map(
        caseWith(refused('file_corrupt', 'file_too_large', 'unsupported_format', 'engine_timeout')),
      ),
    ],
    harmless: [{ name: 'a.svg', bytes: svg('<rect width="9" height="9"/>'), to: 'png' }],
  };
}

/** T05, T06. Scripts and files of other categories under the names of pictures, and pictures under other names. */
export async function wrongNameClass({ address }: Targets): Promise<HostileClass> {
  const picture = await aPng('32x32');
  const sound = await generateMedia('a.mp3', ['-f', 'lavfi', '-i', 'sine=duration=1']);
  const scripts: [string, string][] = [
    ['MVG', `push graphic-context\nviewbox 0 0 9 9\nfill 'url(${address})'\npop graphic-context\n`],
    ['MSL', `<?xml version="1.0"?><image><read filename="${address}"/></image>`],
    ['PostScript', '%!PS-Adobe-3.0 EPSF-3.0\n(%pipe%id) (w) file closefile showpage\n'],
    ['DjVu annotation', 'AT&TFORM\0\0\0\x20DJVUANTa(metadata (Author "\\\n" . `id` . "")'],
    ['a shell script', '#!/bin/sh\nid\n'],
    ['an ELF program', '\x7fELF\x02\x01\x01'.padEnd(128, '\0')],
    ['a Windows program', 'MZ\x90\0'.padEnd(128, '\0')],
    ['nothing', ''],
    ['zeros', '\0'.repeat(4_096)],
    ['PHP', '<?php system("id"); ?>'],
  ];
  const verdict = refused('unsupported_format', 'file_corrupt', 'invalid_request');
  const cases = scripts.flatMap(([title, text]) =>
    ['a.png', 'a.mp4', 'a.docx'].map(
      (name): HostileCase => ({
        title: `${title} named ${name}`,
        name,
        bytes: Buffer.from(text, 'latin1'),
        to: name === 'a.mp4' ? 'mp3' : 'pdf',
        verdict,
      }),
    ),
  );
  const wrongNames: [string, Buffer][] = [
    ['a.jpg', sound],
    ['a.pptx', sound],
    ['a.mp4', Buffer.from('%PDF-1.4\n')],
    ['a.png', Buffer.from('PK\x05\x06'.padEnd(22, '\0'), 'latin1')],
  ];
  return {
    title: 'T05 T06 content under a wrong name',
    cases: [
      ...cases,
      ...wrongNames.map(([name, bytes], i) => ({
        title: `content ${i} named ${name}`,
        name,
        bytes,
        to: 'pdf',
        verdict,
      })),
    ],
    // The content decides the format, not the name.
    harmless: ['a.jpeg', 'a.mp3', 'a.pdf', 'a.docx'].map((name) => ({ name, bytes: picture, to: 'webp' })),
  };
}
