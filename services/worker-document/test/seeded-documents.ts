import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FormatSpec, LossCode } from '@filemill/formats';
import { type Feature, heldIn, madeOnce, type SeededFile } from '@filemill/worker/proving';
import type { Converter } from '@filemill/worker/testing';
import { zip } from './hostile.js';
import { textOf } from './reading.js';
import { templateOf } from './templates.js';

const NAMESPACES = [
  ...['office', 'text', 'style', 'table', 'drawing'].map(
    (name) =>
      `xmlns:${name === 'drawing' ? 'draw' : name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`,
  ),
  'xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0"',
  'xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:dc="http://purl.org/dc/elements/1.1/"',
].join(' ');
/** A PNG of one pixel. */
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const NOTE = 'a remark';
const COMMENT = `<office:annotation><dc:creator>A</dc:creator><text:p>${NOTE}</text:p></office:annotation>`;
const LINK = '<text:a xlink:type="simple" xlink:href="https://example.org/mill">a link</text:a>';
const PICTURE = `<draw:frame text:anchor-type="as-char" svg:width="1cm" svg:height="1cm"><draw:image><office:binary-data>${PIXEL}</office:binary-data></draw:image></draw:frame>`;

const flat = (kind: string, head: string, body: string): Buffer =>
  Buffer.from(
    `<?xml version="1.0" encoding="UTF-8"?><office:document ${NAMESPACES} office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.${kind}">${head}<office:body><office:${kind}>${body}</office:${kind}></office:body></office:document>`,
  );
const HEADER =
  '<office:automatic-styles><style:page-layout style:name="p"><style:header-style/></style:page-layout></office:automatic-styles><office:master-styles><style:master-page style:name="Standard" style:page-layout-name="p"><style:header><text:p>a header</text:p></style:header></style:master-page></office:master-styles>';

const textFile = (has: boolean): Buffer =>
  has
    ? flat('text', HEADER, `<text:p>Hello ${COMMENT} ${LINK} ${PICTURE}</text:p>`)
    : flat('text', '', '<text:p>Hello</text:p>');
const cell = (inside: string, more = ''): string =>
  `<table:table-cell office:value-type="float" office:value="2"${more}>${inside}<text:p>2</text:p></table:table-cell>`;
const sheetFile = (has: boolean): Buffer =>
  flat(
    'spreadsheet',
    '',
    `<table:table table:name="One"><table:table-row>${cell(has ? COMMENT : '')}${cell('', has ? ' table:formula="of:=1+1"' : '')}</table:table-row></table:table>`,
  );

const lackedBy =
  (...ids: readonly string[]): Feature['isHeldBy'] =>
  ({ id }) =>
    !ids.includes(id);
const PICTURES: Feature = { code: 'pictures_dropped', isHeldBy: lackedBy('txt') };
const LINKS: Feature = {
  code: 'hyperlinks_dropped',
  isHeldBy: lackedBy('txt'),
  isSeen: (path, format) => (format === 'txt' ? textOf(path, format).includes('example.org') : undefined),
};
const LAYOUT: Feature = { code: 'layout_dropped', isHeldBy: lackedBy('txt', 'html') };
const COMMENTS: Feature = {
  code: 'comments_dropped',
  isHeldBy: lackedBy('txt', 'csv', 'pdf'),
  isSeen: (path, format) =>
    ['txt', 'csv', 'pdf'].includes(format) ? textOf(path, format).includes(NOTE) : undefined,
};
const FORMULAS: Feature = {
  code: 'formulas_dropped',
  isHeldBy: lackedBy('csv', 'html', 'pdf', 'txt'),
};
const MACROS: Feature = { code: 'scripts_dropped', isHeldBy: heldIn() };

/** Kinds of files with macros, by their formats, and where macros lie in them. */
const WITH_MACROS: Readonly<Record<string, string>> = {
  ...{ docm: 'word', dotm: 'word', xlsm: 'xl', xltm: 'xl', potm: 'ppt', ppsm: 'ppt', pptm: 'ppt' },
};

/** What becomes of slides in a text. */
const OF_SLIDES: Readonly<Record<string, readonly LossCode[]>> = {
  docx: ['layout_dropped'],
  odt: ['layout_dropped'],
  rtf: ['layout_dropped', 'pictures_dropped'],
};

/** Documents of the corpus. @param converter - makes Office files of flat OpenDocument files */
export function seededDocuments(converter: () => Converter): SeededFile[] {
  let count = 0;
  const write = (format: string, bytes: Buffer): string => {
    const path = join(converter().folder, `seeded-${++count}.${format}`);
    writeFileSync(path, bytes);
    return path;
  };
  const made = (from: string, to: string, of: (has: boolean) => Buffer) =>
    madeOnce(async (has) => {
      if (from === to) return write(to, of(has));
      const { outputs } = await converter().convertBytes(of(has), { from, to });
      return outputs[0]?.path ?? '';
    });
  const texts = ['fodt', 'odt', 'docx'].map((from) => ({
    name: `a text with a picture, a link, a header and a comment in ${from}`,
    from,
    features: [PICTURES, LINKS, LAYOUT, COMMENTS],
    make: made('fodt', from, textFile),
    isTarget: heldIn('txt', 'pdf', 'odt', 'docx', 'doc', 'rtf'),
  }));
  const sheets = ['fods', 'ods', 'xlsx'].map((from) => ({
    name: `a sheet with a formula and a comment in ${from}`,
    from,
    features: [COMMENTS, FORMULAS],
    make: made('fods', from, sheetFile),
    isTarget: heldIn('csv', 'pdf', 'ods', 'xlsx', 'xls', 'txt'),
  }));
  const macros = Object.entries(WITH_MACROS).map(([from, folder]) => ({
    name: `a ${from} with macros`,
    from,
    features: [MACROS],
    make: madeOnce((has) => {
      const path = write(from, templateOf(from));
      return has ? write(from, zip(path, { [`${folder}/vbaProject.bin`]: 'macros' })) : path;
    }),
    isTarget: heldIn('odt', 'docx', 'xlsx', 'ods', 'pptx', 'odp', 'rtf', 'xls', 'ppt'),
    always: ({ id }: FormatSpec) => (folder === 'ppt' ? (OF_SLIDES[id] ?? []) : []),
  }));
  return [...texts, ...sheets, ...macros];
}
