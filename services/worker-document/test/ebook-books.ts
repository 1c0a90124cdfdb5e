import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import { CHAPTERS, ENDNOTE, FOOTNOTE, FOREIGN_PARAGRAPHS } from './ebook-prose.js';

/** The files of a zip by their names. */
export type Parts = Readonly<Record<string, string | Buffer>>;

/** A zip as EPUB requires it: `mimetype` first and stored. */
export function packBook(parts: Parts): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'book-'));
  try {
    for (const [name, content] of Object.entries(parts)) {
      mkdirSync(join(folder, dirname(name)), { recursive: true });
      writeFileSync(join(folder, name), content);
    }
    const zip = (...args: string[]) =>
      execFileSync('/usr/bin/zip', ['-q', '-X', '-D', ...args], { cwd: folder });
    zip('-0', 'book.zip', 'mimetype');
    zip('-r', 'book.zip', '.', '-x', 'mimetype', 'book.zip');
    return readFileSync(join(folder, 'book.zip'));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Metadata of the test book, which contains everything that a conversion must keep. */
export const BOOK = {
  title: 'The Mill & the River',
  authors: ['Ada Miller', 'Иван Мельник'],
  language: 'en',
  publisher: 'Weir House',
  date: '2024-05-17',
  identifier: 'urn:uuid:5b2f0c1e-7d34-4c55-9a5e-0f6c3d2b1a90',
} as const;

const escapeXml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const FONT = '/usr/share/fonts/truetype/dejavu/DejaVuSansMono.ttf';

/** EPUB 3.3, section 4.4: the first 1040 bytes, XORed with the SHA-1 of the identifier. */
function obfuscate(font: Buffer): Buffer {
  const key = createHash('sha1').update(BOOK.identifier).digest();
  return Buffer.from(font.map((byte, i) => (i < 1040 ? byte ^ (key[i % key.length] ?? 0) : byte)));
}

const picture = (colour: string, widthPx: number, heightPx: number) =>
  sharp({ create: { width: widthPx, height: heightPx, channels: 3, background: colour } });
const DRAWING =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40" width="40" height="40"><circle cx="20" cy="20" r="18" fill="#1746a2"/><circle cx="22" cy="20" r="8" fill="#fff"/></svg>';

/** An XHTML document of a book. */
export const page = (title: string, body: string, head = '', attributes = ''): string =>
  `<?xml version="1.0" encoding="UTF-8"?><!DOCTYPE html><html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" xml:lang="en" lang="en"><head><title>${title}</title><link rel="stylesheet" type="text/css" href="../style.css"/>${head}</head><body${attributes}>${body}</body></html>`;

const paragraphs = (texts: readonly string[]): string =>
  texts.map((text) => `<p>${escapeXml(text)}</p>`).join('\n');
const [wheel, river, market] = CHAPTERS.map(([title, texts]) => ({ title, texts }));

const chapterFiles = (): Record<string, string> => ({
  'OEBPS/text/ch1.xhtml': page(
    'The Wheel',
    `<h1 id="wheel">${wheel?.title}</h1>${paragraphs(wheel?.texts ?? [])}<p>The weir<a id="ref1" epub:type="noteref" href="#fn1">1</a> was old. See <a href="ch2.xhtml#poplars">the poplars</a>.</p><aside epub:type="footnote" id="fn1"><p>${FOOTNOTE} <a href="#ref1">Back</a></p></aside><h2 id="yard">The Yard</h2><p class="typed">In the yard lay the old stone.</p>`,
    '<script type="text/javascript">document.title="RAN"</script>',
  ),
  'OEBPS/text/ch2.xhtml': page(
    'The River',
    `<h1>${river?.title}</h1>${paragraphs(river?.texts ?? [])}<p id="poplars">Three poplars<a id="ref2" href="notes.xhtml#en1">2</a> stood there.</p><p><img src="../images/weir%20plan.png" alt="Plan of the weir"/><img src="../images/poplars.jpg" alt="Poplars"/><img src="../images/mark.svg" alt="The mark"/></p>`,
  ),
  'OEBPS/text/ch3.xhtml': page(
    'The Market',
    `<h1>${market?.title}</h1>${paragraphs(market?.texts ?? [])}${FOREIGN_PARAGRAPHS.map(([lang, text]) => `<p lang="${lang}" xml:lang="${lang}"${['he', 'ar'].includes(lang) ? ' dir="rtl"' : ''}>${text}</p>`).join('')}<p>Back to <a href="ch1.xhtml#wheel">the wheel</a>, or <a href="https://example.org/mill">elsewhere</a>.</p>`,
  ),
  'OEBPS/text/notes.xhtml': page(
    'Notes',
    `<h1>Notes</h1><p id="en1">${ENDNOTE} <a href="ch2.xhtml#ref2">Back</a></p>`,
  ),
});

const STYLE =
  '@font-face{font-family:"Plain";src:url(fonts/plain.ttf)}@font-face{font-family:"Hidden";src:url(fonts/hidden.ttf)}body{font-family:serif}h1{color:#1746a2}.typed{font-family:"Plain",monospace}h2{font-family:"Hidden",monospace}';

const metadata = (more: string): string =>
  `<metadata xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:opf="http://www.idpf.org/2007/opf"><dc:title>${escapeXml(BOOK.title)}</dc:title>${BOOK.authors.map((name) => `<dc:creator>${name}</dc:creator>`).join('')}<dc:language>${BOOK.language}</dc:language><dc:publisher>${BOOK.publisher}</dc:publisher><dc:date>${BOOK.date}</dc:date><dc:identifier id="uid">${BOOK.identifier}</dc:identifier>${more}</metadata>`;

const NCX = `<?xml version="1.0" encoding="UTF-8"?><ncx xmlns="http://www.daisy.org/z3986/2005/ncx/" version="2005-1"><head><meta name="dtb:uid" content="${BOOK.identifier}"/></head><docTitle><text>Mill</text></docTitle><navMap><navPoint id="a" playOrder="1"><navLabel><text>The Wheel</text></navLabel><content src="text/ch1.xhtml"/><navPoint id="b" playOrder="2"><navLabel><text>The Yard</text></navLabel><content src="text/ch1.xhtml#yard"/></navPoint></navPoint><navPoint id="c" playOrder="3"><navLabel><text>The River</text></navLabel><content src="text/ch2.xhtml"/></navPoint><navPoint id="d" playOrder="4"><navLabel><text>The Market</text></navLabel><content src="text/ch3.xhtml"/></navPoint></navMap></ncx>`;

const NAV = page(
  'Contents',
  '<nav epub:type="toc" id="toc"><ol><li><a href="text/ch1.xhtml">The Wheel</a><ol><li><a href="text/ch1.xhtml#yard">The Yard</a></li></ol></li><li><a href="text/ch2.xhtml">The River</a></li><li><a href="text/ch3.xhtml">The Market</a></li></ol></nav>',
).replace('../style.css', 'style.css');

const CONTAINER =
  '<?xml version="1.0"?><container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="OEBPS/package.opf" media-type="application/oebps-package+xml"/></rootfiles></container>';

const MANIFEST: readonly string[] = [
  'href="text/ch1.xhtml" id="ch1" media-type="application/xhtml+xml"',
  'href="text/ch2.xhtml" id="ch2" media-type="application/xhtml+xml"',
  'href="text/ch3.xhtml" id="ch3" media-type="application/xhtml+xml"',
  'href="text/notes.xhtml" id="notes" media-type="application/xhtml+xml"',
  'href="style.css" id="css" media-type="text/css"',
  'href="toc.ncx" id="ncx" media-type="application/x-dtbncx+xml"',
  'href="fonts/plain.ttf" id="f1" media-type="font/ttf"',
  'href="fonts/hidden.ttf" id="f2" media-type="font/ttf"',
  'href="images/weir%20plan.png" id="i1" media-type="image/png"',
  'href="images/poplars.jpg" id="i2" media-type="image/jpeg"',
  'href="images/mark.svg" id="i3" media-type="image/svg+xml"',
];
const SPINE = ['ch1', 'ch2', 'ch3', 'notes'].map((id) => `<itemref idref="${id}"/>`).join('');
const packageOf = (
  version: string,
  meta: string,
  items: readonly string[],
  spine: string,
  guide = '',
): string =>
  `<?xml version="1.0" encoding="UTF-8"?><package xmlns="http://www.idpf.org/2007/opf" version="${version}" unique-identifier="uid">${metadata(meta)}<manifest>${items.map((item) => `<item ${item}/>`).join('')}</manifest><spine toc="ncx">${spine}</spine>${guide}</package>`;

async function commonParts(): Promise<Record<string, string | Buffer>> {
  const font = readFileSync(FONT);
  return {
    mimetype: 'application/epub+zip',
    'META-INF/container.xml': CONTAINER,
    'META-INF/encryption.xml':
      '<?xml version="1.0"?><encryption xmlns="urn:oasis:names:tc:opendocument:xmlns:container" xmlns:enc="http://www.w3.org/2001/04/xmlenc#"><enc:EncryptedData><enc:EncryptionMethod Algorithm="http://www.idpf.org/2008/embedding"/><enc:CipherData><enc:CipherReference URI="OEBPS/fonts/hidden.ttf"/></enc:CipherData></enc:EncryptedData></encryption>',
    ...chapterFiles(),
    'OEBPS/style.css': STYLE,
    'OEBPS/toc.ncx': NCX,
    'OEBPS/fonts/plain.ttf': font,
    'OEBPS/fonts/hidden.ttf': obfuscate(font),
    'OEBPS/images/cover.jpg': await picture('#a23317', 600, 800).jpeg().toBuffer(),
    'OEBPS/images/weir plan.png': await picture('#17a246', 64, 48).png().toBuffer(),
    'OEBPS/images/poplars.jpg': await picture('#46a217', 80, 60).jpeg().toBuffer(),
    'OEBPS/images/mark.svg': DRAWING,
  };
}

/** EPUB 3: navigation document, cover by property. */
export async function epub3Parts(): Promise<Record<string, string | Buffer>> {
  return {
    ...(await commonParts()),
    'OEBPS/nav.xhtml': NAV,
    'OEBPS/package.opf': packageOf(
      '3.0',
      '<meta property="dcterms:modified">2024-05-17T00:00:00Z</meta>',
      [
        ...MANIFEST,
        'href="images/cover.jpg" id="cover" media-type="image/jpeg" properties="cover-image"',
        'href="nav.xhtml" id="nav" media-type="application/xhtml+xml" properties="nav"',
      ],
      SPINE,
    ),
  };
}

/** EPUB 2: NCX only, cover by name and as a page. */
export async function epub2Parts(): Promise<Record<string, string | Buffer>> {
  return {
    ...(await commonParts()),
    'OEBPS/cover.xhtml': page('Cover', '<div><img src="images/cover.jpg" alt="Cover"/></div>').replace(
      '../style.css',
      'style.css',
    ),
    'OEBPS/package.opf': packageOf(
      '2.0',
      '<meta name="cover" content="cover"/>',
      [
        ...MANIFEST,
        'href="images/cover.jpg" id="cover" media-type="image/jpeg"',
        'href="cover.xhtml" id="coverpage" media-type="application/xhtml+xml"',
      ],
      `<itemref idref="coverpage"/>${SPINE}`,
      '<guide><reference type="cover" title="Cover" href="cover.xhtml"/></guide>',
    ),
  };
}

/** FictionBook with a cover, a picture in the text and a note. */
export async function fictionBook(declared = 'utf-8'): Promise<string> {
  const binary = async (id: string, bytes: Promise<Buffer>, type: string) =>
    `<binary id="${id}" content-type="${type}">${(await bytes).toString('base64')}</binary>`;
  const [first, ...others] = BOOK.authors[0].split(' ');
  const sections = CHAPTERS.map(
    ([title, texts], i) =>
      `<section id="s${i + 1}"><title><p>${title}</p></title>${paragraphs(texts)}${i === 0 ? `<p>The weir<a l:href="#n1" type="note">1</a> was old. See <a l:href="#s2">the river</a>.</p>` : ''}${i === 1 ? '<image l:href="#plan.png"/>' : ''}${i === 2 ? FOREIGN_PARAGRAPHS.map(([, text]) => `<p>${text}</p>`).join('') : ''}</section>`,
  );
  return `<?xml version="1.0" encoding="${declared}"?><FictionBook xmlns="http://www.gribuser.ru/xml/fictionbook/2.0" xmlns:l="http://www.w3.org/1999/xlink"><description><title-info><genre>prose</genre><author><first-name>${first}</first-name><last-name>${others.join(' ')}</last-name></author><book-title>${escapeXml(BOOK.title)}</book-title><lang>en</lang><coverpage><image l:href="#cover.jpg"/></coverpage></title-info><document-info><id>${BOOK.identifier}</id><version>1.0</version></document-info><publish-info><publisher>${BOOK.publisher}</publisher><year>2024</year></publish-info></description><body>${sections.join('')}</body><body name="notes"><section id="n1"><title><p>1</p></title><p>${FOOTNOTE}</p></section></body>${await binary('cover.jpg', picture('#a23317', 600, 800).jpeg().toBuffer(), 'image/jpeg')}${await binary('plan.png', picture('#17a246', 64, 48).png().toBuffer(), 'image/png')}</FictionBook>`;
}

/** The same book as plain text, with lines of 50 to 70 characters, as in many old text files. */
export function plainText(): string {
  const wrapped = (text: string): string => text.replace(/(.{50,70}) /gu, '$1\n');
  const chapters = CHAPTERS.map(([title, texts], i) => [`Chapter ${i + 1}. ${title}`, ...texts.map(wrapped)]);
  return [...chapters.flat(), ...FOREIGN_PARAGRAPHS.map(([, text]) => text)].join('\n\n');
}

/** The same book as a web page with an embedded picture. */
export async function webPage(): Promise<string> {
  const plan = (await picture('#17a246', 64, 48).png().toBuffer()).toString('base64');
  const chapters = CHAPTERS.map(
    ([title, texts], i) =>
      `<h1 id="c${i}">${title}</h1>${paragraphs(texts)}${i === 1 ? `<p id="plan"><img src="data:image/png;base64,${plan}" alt="Plan"></p>` : ''}`,
  );
  const foreign = FOREIGN_PARAGRAPHS.map(([language, text]) => `<p lang="${language}">${text}</p>`).join('');
  return `<!DOCTYPE html><html lang="${BOOK.language}"><head><meta charset="utf-8"><title>${escapeXml(BOOK.title)}</title>${BOOK.authors.map((name) => `<meta name="author" content="${name}">`).join('')}<meta name="publisher" content="${BOOK.publisher}"><style>h1{color:red}</style></head><body>${chapters.join('')}${foreign}<p>See <a href="#plan">the plan</a> or <a href="https://example.org/mill">elsewhere</a>.</p></body></html>`;
}
