import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { epub3Parts, type Parts, packBook, page } from './ebook-books.js';
import { readPalmBook } from './ebook-palm.js';
import { bookText, run } from './ebook-reading.js';
import { ooxmlLinks, ooxmlText } from './hostile.js';
import { Planted } from './planted.js';
import { picturesOf } from './reading.js';

/** Threats T11, T13, T15 and T16 of docs/security.md. */

const SECRET = 'PLANTED-SECRET-5182';
/** A word of /etc/fonts/fonts.conf, which every jail contains and no output may include. */
const JAIL_FILE_TEXT = 'fontconfig';

let planted: Planted;
let parts: Parts;
beforeAll(async () => {
  planted = await Planted.start(SECRET, contentOf);
  parts = await epub3Parts();
});
afterAll(() => planted.stop());

/** A small book of one chapter, with more entries in its container. */
const book = (body: string, more: Parts = {}, head = ''): Buffer =>
  packBook({
    ...pick('mimetype', 'META-INF/container.xml'),
    'OEBPS/package.opf': packageWith(),
    'OEBPS/toc.ncx': parts['OEBPS/toc.ncx'] ?? '',
    'OEBPS/style.css': 'p{margin:0}',
    'OEBPS/text/ch1.xhtml': page('One', `<h1>One</h1><p id="a">harmless</p>${body}`, head),
    ...more,
  });
const pick = (...names: string[]): Parts =>
  Object.fromEntries(names.map((name) => [name, parts[name] ?? '']));
const packageWith = (items = '', metadata = ''): string =>
  `<?xml version="1.0"?><package xmlns="http://www.idpf.org/2007/opf" version="2.0" unique-identifier="uid"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>T</dc:title><dc:language>en</dc:language><dc:identifier id="uid">x</dc:identifier>${metadata}</metadata><manifest><item id="ncx" href="toc.ncx" media-type="application/x-dtbncx+xml"/><item id="ch1" href="text/ch1.xhtml" media-type="application/xhtml+xml"/><item id="css" href="style.css" media-type="text/css"/>${items}</manifest><spine toc="ncx"><itemref idref="ch1"/></spine></package>`;

/** The whole content of an output, unpacked. */
function contentOf(path: string, format: string): string {
  if (format === 'epub' || format === 'docx') return run('/usr/bin/unzip', ['-p', path]);
  if (format === 'mobi' || format === 'azw3') return readPalmBook(path).html + readFileSync(path, 'latin1');
  return format === 'pdf' ? bookText(path, 'pdf') : readFileSync(path, 'utf8');
}

const outcome = (name: string, content: Buffer | string, from: string, to: string): Promise<string> =>
  planted.outcome(name, content, from, to);

const targets = (): string[] => [
  '/etc/fonts/fonts.conf',
  'file:///etc/fonts/fonts.conf',
  '../../../../../../etc/fonts/fonts.conf',
  '..%2f..%2f..%2f..%2fetc%2ffonts%2ffonts.conf',
  '/proc/self/environ',
  `file://${planted.folder}/secret.txt`,
  `http://127.0.0.1:${planted.port}/x`,
  `//127.0.0.1:${planted.port}/x`,
];
/** Elements with every kind of reference to another file. */
const referencesTo = (url: string): string =>
  [
    `<p><img src="${url}" alt="missing"/><span src="${url}" data-src="${url}">a</span></p>`,
    `<object data="${url}"></object><embed src="${url}"/><iframe src="${url}"></iframe><video src="${url}" poster="${url}"></video>`,
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"><image xlink:href="${url}" width="9" height="9"/><use href="${url}#a"/></svg>`,
    `<div style="background:url('${url}')"><p style="list-style:url(${url})">b</p></div><table><tr><td data-src="${url}" background="${url}">c</td></tr></table>`,
  ].join('');

const expectSafe = (content: string): void => {
  expect(content).toContain('harmless');
  for (const leaked of [SECRET, JAIL_FILE_TEXT, 'root:x:0', 'CALIBRE_CONFIG'])
    expect(content).not.toContain(leaked);
  expect(planted.connections).toBe(0);
};

/** Far above what a refusal takes on a busy machine, far below the time limit of a book. */
const REFUSED_WITHIN_MS = 30_000;

describe('a book that refers to external files', () => {
  it.each(['docx', 'html', 'txt', 'pdf', 'mobi', 'fb2'])(
    'includes no other file as %s and opens no connection',
    async (to) => {
      const urls = targets();
      const items = urls.map((url, i) => `<item id="i${i}" href="${url}" media-type="image/png"/>`).join('');
      const opf = packageWith(items, `<meta name="cover" content="i0"/>`);
      const css = urls
        .map((url, i) => `@import "${url}"; @font-face{font-family:f${i};src:url(${url})}`)
        .join('');
      const content = book(urls.map(referencesTo).join(''), {
        'OEBPS/package.opf': opf,
        'OEBPS/style.css': css,
      });
      expectSafe(await outcome('references.epub', content, 'epub', to));
    },
  );

  it.each(['epub', 'azw3'])('includes no other file as %s when it is a web page', async (to) => {
    const meta = ['css', 'cover-image', 'stylesheet', 'include-before', 'header-includes', 'bibliography']
      .flatMap((name) => targets().map((url) => `<meta name="${name}" content="${url}">`))
      .join('');
    const links = targets()
      .map((url) => `<link rel="stylesheet" href="${url}">`)
      .join('');
    const html = `<html><head><title>T</title>${meta}${links}</head><body><p>harmless</p>${targets().map(referencesTo).join('')}</body></html>`;
    expectSafe(await outcome('references.html', html, 'html', to));
  });

  it('shows markup as text when it is plain text', async () => {
    const text = `harmless\n\n![x](/etc/fonts/fonts.conf)\n\n<img src="/etc/fonts/fonts.conf">\n\n\\input{/etc/fonts/fonts.conf}\n\n.. include:: /etc/fonts/fonts.conf\n`;
    const content = await outcome('references.txt', text, 'txt', 'epub');
    expectSafe(content);
    expect(content).toContain('![x](/etc/fonts/fonts.conf)');
  });

  it('includes no other file when it is a Word file', async () => {
    for (const url of targets().slice(0, 6))
      expectSafe(await outcome('references.docx', ooxmlText(url), 'docx', 'epub'));
  });

  it('keeps only links to web pages and e-mail when it is a Word file', async () => {
    const kept = ['https://example.org/kept', 'HTTP://example.org/loud', 'mailto:kept@example.org'];
    const lost = [
      'javascript:alert(1)',
      ' JavaScript:alert(2)',
      'file:///etc/passwd',
      'data:text/html,x',
      '//h/x',
    ];
    const content = await outcome('links.docx', ooxmlLinks([...kept, ...lost]), 'docx', 'epub');
    expectSafe(content);
    for (const [i, url] of [...kept, ...lost].entries())
      expect([url, content.includes(`link ${i}`)]).toEqual([url, true]);
    for (const url of kept) expect(content).toContain(`href="${url}"`);
    expect(content).not.toMatch(/(?:href|src)="\s*(?:javascript|file|data:text|\/\/)/i);
  });

  it.each(['epub', 'mobi'])(
    'includes no other file as %s, and writes none outside its folder, when it is FictionBook',
    async (to) => {
      const binaries = ['../../../tmp/x.png', '/tmp/x.png', '..%2fx.png']
        .map(
          (id) =>
            `<binary id="${id}" content-type="image/png">${Buffer.from(SECRET).toString('base64')}</binary>`,
        )
        .join('');
      const images = targets()
        .map((url) => `<image l:href="${url}"/>`)
        .join('');
      const fb2 = `<?xml version="1.0"?><?xml-stylesheet href="${targets()[0]}"?><FictionBook xmlns="http://www.gribuser.ru/xml/fictionbook/2.0" xmlns:l="http://www.w3.org/1999/xlink"><stylesheet type="text/css">@import url(${targets()[0]});</stylesheet><description><title-info><book-title>T</book-title><lang>en</lang></title-info></description><body><section><p>harmless</p>${images}</section></body>${binaries}</FictionBook>`;
      const before = readdirSync('/tmp').filter((name) => name === 'x.png');
      const content = await outcome('references.fb2', fb2, 'fb2', to);
      expect(content).toContain('harmless');
      expect(content).not.toContain(JAIL_FILE_TEXT);
      expect(readdirSync('/tmp').filter((name) => name === 'x.png')).toEqual(before);
      expect(planted.connections).toBe(0);
    },
  );

  it('keeps an embedded picture', async () => {
    const content = book('<p><img src="../images/p.png" alt="p"/></p>', {
      'OEBPS/images/p.png': parts['OEBPS/images/weir plan.png'] ?? '',
      'OEBPS/package.opf': packageWith('<item id="p" href="images/p.png" media-type="image/png"/>'),
    });
    const input = planted.write('harmless.epub', content);
    const made = async (to: string) =>
      (await planted.converter.convert({ input, from: 'epub', to })).outputs[0]?.path ?? '';
    expect(picturesOf(await made('pdf'))).toBe(1);
    expect(run('/usr/bin/unzip', ['-Z1', await made('docx')])).toContain('word/media/');
    expect(readPalmBook(await made('mobi')).pictures).not.toEqual([]);
  });
});

describe('a book with scripts', () => {
  const script = "document.body.innerHTML='RAN';fetch('http://127.0.0.1/')";
  it.each(['pdf', 'html', 'docx'])('contains no script after the conversion to %s', async (to) => {
    const handlers = `<p onclick="${script}"><img src="x" onerror="${script}"/><a href="javascript:${script}">link</a></p>`;
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" onload="${script}"><script>${script}</script></svg>`;
    const content = await outcome(
      'script.epub',
      book(handlers + svg, {}, `<script>${script}</script>`),
      'epub',
      to,
    );
    expectSafe(content);
    expect(content).not.toContain('RAN');
  });
});

describe('a file that is not a valid book', () => {
  const recipe =
    'from calibre.web.feeds.news import BasicNewsRecipe\nclass A(BasicNewsRecipe):\n  title = "x"\n';
  const zipped = (more: Parts): Buffer =>
    packBook({ ...pick('mimetype', 'META-INF/container.xml'), ...more });
  const encryption = (method: string): Parts => ({
    'META-INF/encryption.xml': `<encryption xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><EncryptedData><EncryptionMethod Algorithm="${method}"/><CipherData><CipherReference URI="OEBPS/text/ch1.xhtml"/></CipherData></EncryptedData></encryption>`,
  });
  const mobiWithDrm = (): Buffer => {
    const bytes = Buffer.from(mobi());
    bytes.writeUInt16BE(2, bytes.readUInt32BE(78) + 12);
    return bytes;
  };
  let kindle: Buffer | undefined;
  const mobi = (): Buffer => kindle ?? Buffer.alloc(0);
  beforeAll(async () => {
    const { outputs } = await planted.converter.convert({
      input: planted.write('m.epub', book('')),
      from: 'epub',
      to: 'mobi',
    });
    kindle = readFileSync(outputs[0]?.path ?? '');
  });

  it.each([
    ['a recipe named mobi', 'UNSUPPORTED_FORMAT', 'mobi', (): string => recipe],
    ['a recipe named epub', 'UNSUPPORTED_FORMAT', 'epub', (): string => recipe],
    ['a recipe named fb2', 'UNSUPPORTED_FORMAT', 'fb2', (): string => recipe],
    ['a mobi named epub', 'UNSUPPORTED_FORMAT', 'epub', (): Buffer => mobi()],
    ['a zip without a package', 'FILE_CORRUPT', 'epub', () => zipped({ 'a.txt': 'a' })],
    ['a truncated epub', 'FILE_CORRUPT', 'epub', () => book('').subarray(0, 900)],
    ['a mobi of 400 bytes', 'FILE_CORRUPT', 'mobi', (): Buffer => mobi().subarray(0, 400)],
    [
      'an epub under DRM',
      'FILE_ENCRYPTED',
      'epub',
      () => book('', encryption('http://www.w3.org/2001/04/xmlenc#aes128-cbc')),
    ],
    ['a mobi under DRM', 'FILE_ENCRYPTED', 'mobi', (): Buffer => mobiWithDrm()],
    [
      'a bomb of zeros',
      'FILE_TOO_LARGE',
      'epub',
      () => book('', { 'OEBPS/bomb.bin': Buffer.alloc(60_000_000) }),
    ],
  ] as const)('%s is refused with %s', async (_, code, from, content: () => Buffer | string) => {
    const bytes = content();
    const startedAt = performance.now();
    expect(await outcome(`invalid.${from}`, bytes, from, from === 'mobi' ? 'epub' : 'mobi')).toBe(code);
    expect(performance.now() - startedAt).toBeLessThan(REFUSED_WITHIN_MS);
  });

  it('is refused if it is an epub of 10,001 entries', async () => {
    const bytes = manyEntries(10_001);
    const startedAt = performance.now();
    expect(await outcome('many.epub', bytes, 'epub', 'mobi')).toBe('FILE_TOO_LARGE');
    expect(performance.now() - startedAt).toBeLessThan(REFUSED_WITHIN_MS);
  });

  it('includes nothing of a book inside the book', async () => {
    const inner = book('<p>inner</p>');
    const content = await outcome('nested.epub', book('', { 'OEBPS/inner.epub': inner }), 'epub', 'txt');
    expectSafe(content);
    expect(content).not.toContain('inner');
  });

  it('is accepted if its fonts are only obfuscated, after all refusals above', async () => {
    const { outputs } = await planted.converter.convert({
      input: planted.write('good.epub', packBook(parts)),
      from: 'epub',
      to: 'azw3',
    });
    const kindle = readPalmBook(outputs[0]?.path ?? '');
    expect(kindle.html).toContain('The Wheel');
    expect(kindle.hasFonts).toBe(true);
  });
});

/** A zip with many empty entries. Python writes it, because packing real files would take long. */
function manyEntries(count: number): Buffer {
  const script =
    'import sys,zipfile\nz=zipfile.ZipFile(sys.argv[1],"w")\nz.writestr("mimetype","application/epub+zip")\nfor i in range(int(sys.argv[2])): z.writestr("e%d"%i,"")\nz.close()';
  const path = join(planted.folder, 'many.epub');
  run('/usr/bin/python3', ['-c', script, path, `${count}`]);
  return readFileSync(path);
}
