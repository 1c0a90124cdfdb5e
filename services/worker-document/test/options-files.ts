import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { packBook, page } from './ebook-books.js';

/** Files for the tests of settings, and what other programs see in the results. */
export const run = (program: string, ...args: readonly string[]): string =>
  execFileSync(program, args, { encoding: 'utf8', maxBuffer: 2 ** 26, stdio: ['ignore', 'pipe', 'pipe'] });

/** A PDF of A4 pages; each says its number twice, side by side, below a red box. */
export function pdfOfPages(count: number): Buffer {
  const objects: string[] = [
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Count ${count}/Kids[${Array.from({ length: count }, (_, page) => `${4 + 2 * page} 0 R`).join(' ')}]>>`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ];
  for (let page = 1; page <= count; page++) {
    const content = `1 0 0 rg 100 600 100 100 re f 0 g BT /F 20 Tf 100 500 Td (Left ${page}) Tj 250 0 Td (Right ${page}) Tj ET`;
    objects.push(
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents ${3 + 2 * page} 0 R/Resources<</Font<</F 3 0 R>>>>>>`,
      `<</Length ${content.length}>>\nstream\n${content}\nendstream`,
    );
  }
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const at = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return at;
  });
  const rows = offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  file += `xref\n0 ${size}\n0000000000 65535 f \n${rows}trailer<</Size ${size}/Root 1 0 R>>\nstartxref\n${file.length}\n%%EOF\n`;
  return Buffer.from(file, 'latin1');
}

const NAMESPACES = [
  ['office', 'office'],
  ['text', 'text'],
  ['table', 'table'],
  ['style', 'style'],
  ['draw', 'drawing'],
  ['presentation', 'presentation'],
  ['form', 'form'],
]
  .map(([prefix, name]) => `xmlns:${prefix}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`)
  .join(' ')
  .concat(
    ' xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0"',
    ' xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0"',
    ' xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xlink="http://www.w3.org/1999/xlink"',
  );

/** A flat OpenDocument file. @param styles - automatic styles; @param masters - of pages */
export const flat = (
  kind: 'text' | 'spreadsheet' | 'presentation',
  body: string,
  styles = '',
  masters = '',
) =>
  `<?xml version="1.0" encoding="UTF-8"?><office:document ${NAMESPACES} office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.${kind}"><office:automatic-styles>${styles}</office:automatic-styles><office:master-styles>${masters}</office:master-styles><office:body><office:${kind}>${body}</office:${kind}></office:body></office:document>`;

const LETTER_LAYOUT =
  '<style:page-layout style:name="L"><style:page-layout-properties fo:page-width="21cm" fo:page-height="29.7cm" fo:margin="2cm"/></style:page-layout>';

/** Three pages of text with headings and a comment. @param extra - after the first heading */
export const letter = (extra = ''): string =>
  flat(
    'text',
    `<text:h text:outline-level="1">First heading</text:h>${extra}<text:p>Words with a note<office:annotation><dc:creator>Ada</dc:creator><text:p>Remarkable comment</text:p></office:annotation>.</text:p>${[2, 3].map((page) => `<text:h text:outline-level="1" text:style-name="B">Heading of page ${page}</text:h><text:p>Text ${page}</text:p>`).join('')}`,
    `<style:style style:name="B" style:family="paragraph" style:parent-style-name="Heading_20_1"><style:paragraph-properties fo:break-before="page"/></style:style>${LETTER_LAYOUT}`,
    '<style:master-page style:name="Standard" style:page-layout-name="L"/>',
  );

/** Two right pages, between which a printer leaves a left one empty. */
export const rightPages = (): string =>
  flat(
    'text',
    '<text:p text:style-name="R">One</text:p><text:p text:style-name="R">Two</text:p>',
    '<style:style style:name="R" style:family="paragraph" style:master-page-name="Right"/><style:page-layout style:name="L" style:page-usage="right"><style:page-layout-properties fo:page-width="21cm" fo:page-height="29.7cm"/></style:page-layout>',
    '<style:master-page style:name="Standard" style:page-layout-name="L"/><style:master-page style:name="Right" style:page-layout-name="L"/>',
  );

const cellsOf = (cells: readonly string[]): string =>
  cells
    .map((cell) => `<table:table-cell office:value-type="string"><text:p>${cell}</text:p></table:table-cell>`)
    .join('');
const sheetOf = (name: string, rows: readonly (readonly string[])[]): string =>
  `<table:table table:name="${name}">${rows.map((cells) => `<table:table-row>${cellsOf(cells)}</table:table-row>`).join('')}</table:table>`;

/** Sheets of some rows. */
export const workbook = (sheets: Readonly<Record<string, readonly (readonly string[])[]>>): string =>
  flat(
    'spreadsheet',
    Object.entries(sheets)
      .map(([name, rows]) => sheetOf(name, rows))
      .join(''),
  );

/** Two slides, of which the second is hidden; the first has notes. */
export const show = (): string =>
  flat(
    'presentation',
    `<draw:page draw:name="a" draw:master-page-name="M">${boxOf('Opening slide')}<presentation:notes><draw:page-thumbnail svg:x="2cm" svg:y="2cm" svg:width="10cm" svg:height="6cm" draw:page-number="1"/><draw:frame presentation:class="notes" svg:x="2cm" svg:y="12cm" svg:width="17cm" svg:height="8cm"><draw:text-box><text:p>Spoken words</text:p></draw:text-box></draw:frame></presentation:notes></draw:page><draw:page draw:name="b" draw:style-name="hidden" draw:master-page-name="M">${boxOf('Secret slide')}</draw:page><draw:page draw:name="c" draw:master-page-name="M">${boxOf('Last slide')}</draw:page>`,
    '<style:page-layout style:name="P"><style:page-layout-properties fo:page-width="28cm" fo:page-height="15.75cm"/></style:page-layout><style:style style:name="hidden" style:family="drawing-page"><style:drawing-page-properties presentation:visibility="hidden"/></style:style>',
    '<style:master-page style:name="M" style:page-layout-name="P"/>',
  );
const boxOf = (text: string): string =>
  `<draw:frame svg:x="2cm" svg:y="2cm" svg:width="22cm" svg:height="6cm"><draw:text-box><text:p>${text}</text:p></draw:text-box></draw:frame>`;

/** Bytes of a PDF, for what no program lists: LibreOffice packs neither dictionaries nor XMP. */
export const rawOf = (path: string): string => readFileSync(path, 'latin1');

/** A field that can be filled in, for {@link letter}. */
export const FORM_FIELD =
  '<office:forms><form:form form:name="f"><form:text form:name="name" form:id="c1" xml:id="c1"/></form:form></office:forms><text:p><draw:control text:anchor-type="as-char" svg:width="5cm" svg:height="1cm" draw:control="c1"/></text:p>';

/** Headings of three levels, a link, a long line, a formula and a program. */
export const MARKUP_OF_SETTINGS = `# Mill

See [the river](https://example.org/river) and the old wheel, which turned ${'slowly and '.repeat(30)}stopped.

## Wheel

Über $a^2$.

\`\`\`python
def turn(): return 1
\`\`\`

### Spoke

End.
`;

const TABLE = '<table><tr><td>cell one</td><td>cell two</td></tr></table>';
const WORDS = 'The miller said "no" -- and waited... for the old river. ';

/** An EPUB with everything that a setting of books changes: two long chapters, a table, a picture, a background. */
export async function bookOfSettings(): Promise<Buffer> {
  const chapter = (n: number): string =>
    page(
      `Chapter ${n}`,
      `<h1>Chapter ${n}</h1>${`<p>${WORDS.repeat(12)}</p>`.repeat(12)}<p>Straße, ﬁre and Привет</p><div class="dark">dark</div>${TABLE}<p><img src="../mill.jpg" alt="Mill"/></p>`,
    );
  return packBook({
    mimetype: 'application/epub+zip',
    'META-INF/container.xml':
      '<?xml version="1.0"?><container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="OEBPS/book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>',
    'OEBPS/book.opf': `<?xml version="1.0"?><package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="i"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="i">urn:uuid:5b2f0c1e-7d34-4c55-9a5e-0f6c3d2b1a91</dc:identifier><dc:title>Old Mill</dc:title><dc:creator>Ada Miller</dc:creator><dc:language>en</dc:language><meta property="dcterms:modified">2024-05-17T00:00:00Z</meta></metadata><manifest><item id="n" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/><item id="p" href="mill.jpg" media-type="image/jpeg"/><item id="s" href="style.css" media-type="text/css"/><item id="a" href="text/a.xhtml" media-type="application/xhtml+xml"/><item id="b" href="text/b.xhtml" media-type="application/xhtml+xml"/></manifest><spine><itemref idref="a"/><itemref idref="b"/></spine></package>`,
    'OEBPS/nav.xhtml': page(
      'Contents',
      '<nav epub:type="toc"><ol><li><a href="text/a.xhtml">Chapter 1</a></li><li><a href="text/b.xhtml">Chapter 2</a></li></ol></nav>',
    ),
    'OEBPS/style.css': 'p { margin: 0.5em 0; } .dark { background: #ff0000; height: 4em; }',
    'OEBPS/mill.jpg': await sharp({
      create: { width: 2_600, height: 1_300, channels: 3, background: '#204060' },
    })
      .jpeg()
      .toBuffer(),
    'OEBPS/text/a.xhtml': chapter(1),
    'OEBPS/text/b.xhtml': chapter(2),
  });
}
