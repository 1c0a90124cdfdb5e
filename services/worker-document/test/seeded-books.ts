import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Feature, heldIn, madeOnce, type SeededFile } from '@filemill/worker/proving';
import { type Parts, packBook } from './ebook-books.js';

const CONTAINER =
  '<?xml version="1.0"?><container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="package.opf" media-type="application/oebps-package+xml"/></rootfiles></container>';
const page = (head: string, body: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?><!DOCTYPE html><html xmlns="http://www.w3.org/1999/xhtml" lang="en"><head><title>A book</title>${head}</head><body><h1>One</h1><p>Hello to the reader of this book.</p>${body}</body></html>`;
const NAV = page(
  '',
  '<nav xmlns:epub="http://www.idpf.org/2007/ops" epub:type="toc"><ol><li><a href="one.xhtml">One</a></li></ol></nav>',
);
const item = (href: string, type: string, more = ''): string =>
  `<item id="${href.replace('.', '-')}" href="${href}" media-type="${type}"${more}/>`;
const packageOf = (more: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?><package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="uid"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>A book</dc:title><dc:language>en</dc:language><dc:identifier id="uid">urn:uuid:5b2f0c1e-7d34-4c55-9a5e-0f6c3d2b1a91</dc:identifier><meta property="dcterms:modified">2024-05-17T00:00:00Z</meta></metadata><manifest>${item('one.xhtml', 'application/xhtml+xml')}${item('nav.xhtml', 'application/xhtml+xml', ' properties="nav"')}${more}</manifest><spine><itemref idref="one-xhtml"/></spine></package>`;

const plainParts: Parts = {
  mimetype: 'application/epub+zip',
  'META-INF/container.xml': CONTAINER,
  'package.opf': packageOf(''),
  'nav.xhtml': NAV,
  'one.xhtml': page('', ''),
};
const seededParts = (): Parts => ({
  ...plainParts,
  'package.opf': packageOf(
    [
      ...[item('style.css', 'text/css'), item('plain.ttf', 'font/ttf'), item('sound.mp3', 'audio/mpeg')],
      item('script.js', 'text/javascript'),
    ].join(''),
  ),
  'one.xhtml': page(
    '<link rel="stylesheet" type="text/css" href="style.css"/><script src="script.js"></script>',
    '<p class="typed">Typed. <a href="https://example.org/mill">elsewhere</a></p><audio src="sound.mp3" controls="controls"></audio>',
  ),
  'style.css': '@font-face{font-family:"Plain";src:url(plain.ttf)}.typed{font-family:"Plain";color:#a23317}',
  'plain.ttf': readFileSync('/usr/share/fonts/truetype/dejavu/DejaVuSansMono.ttf'),
  'sound.mp3': 'not a sound',
  'script.js': 'document.title = "ran"',
});

/** A page and a Kindle book of the new kind have fonts and styles of their own; zipped HTML has styles alone. */
const FONTS: Feature = { code: 'fonts_dropped', isHeldBy: heldIn('azw3', 'pdf') };
const STYLES: Feature = { code: 'styles_dropped', isHeldBy: heldIn('azw3', 'pdf', 'htmlz') };
const MEDIA: Feature = { code: 'media_dropped', isHeldBy: heldIn() };
const SCRIPTS: Feature = { code: 'scripts_dropped', isHeldBy: heldIn() };
const LINKS: Feature = { code: 'hyperlinks_dropped', isHeldBy: ({ id }) => id !== 'txt' };

/** Books of the corpus. @param folder - where they are made */
export const seededBooks = (folder: () => string): SeededFile[] => [
  {
    name: 'a book with fonts, styles, sound, a script and a link',
    from: 'epub',
    features: [FONTS, STYLES, MEDIA, SCRIPTS, LINKS],
    make: madeOnce((has) => {
      const path = join(folder(), has ? 'seeded.epub' : 'plain.epub');
      writeFileSync(path, packBook(has ? seededParts() : plainParts));
      return path;
    }),
    isTarget: heldIn(
      ...['azw3', 'mobi', 'fb2', 'htmlz', 'pdf', 'docx', 'odt', 'rtf', 'html', 'txt'],
      ...['md', 'rst', 'tex', 'org', 'docbook', 'ipynb', 'mediawiki', 'textile'],
    ),
  },
];
