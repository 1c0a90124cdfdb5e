import { type HostileCase, type HostileClass, refused, refusedAtWork, type Targets } from './case.js';
import { docxEntries, type Entry, LINKED_PICTURE, odtEntries, packed, xlsxEntries } from './packed.js';

const KEPT = 'Kornblume';
const text = (value: string): Buffer => Buffer.from(value);

/** T07, T08, T09. Documents that load, expand or run something. */
export function linkClass({ file, neighbour, address }: Targets): HostileClass {
  const urls = [
    `file://${file}`,
    `file://${neighbour}`,
    address,
    'vnd.sun.star.expand:$REDIS_URL/$DOWNLOAD_TOKEN_SECRET',
  ];
  const cases = urls.flatMap((url, at): HostileCase[] => {
    const made = (title: string, name: string, bytes: Buffer): HostileCase => ({
      title: `${title} of target ${at}`,
      name,
      bytes,
      to: 'pdf',
      verdict: 'inert',
      keeps: KEPT,
    });
    return [
      made(
        'a linked picture in docx',
        'a.docx',
        packed(docxEntries(KEPT, [{ type: 'image', target: url }], LINKED_PICTURE)),
      ),
      made(
        'a template and a frame in docx',
        'a.docx',
        packed(
          docxEntries(KEPT, [
            { type: 'attachedTemplate', target: url },
            { type: 'frame', target: url },
            { type: 'oleObject', target: url },
          ]),
        ),
      ),
      made(
        'a picture, an object and a section in odt',
        'a.odt',
        packed(
          odtEntries(
            KEPT,
            `<text:p><draw:frame svg:width="5cm" svg:height="5cm"><draw:image xlink:href="${url}" xlink:type="simple"/></draw:frame>` +
              `<draw:frame svg:width="5cm" svg:height="5cm"><draw:object xlink:href="${url}" xlink:actuate="onLoad"/></draw:frame></text:p>` +
              `<text:section text:name="s"><text:section-source xlink:href="${url}"/><text:p/></text:section>`,
          ),
        ),
      ),
      made(
        'pictures, frames and styles in html',
        'a.html',
        text(
          `<html><head><link rel="stylesheet" href="${url}"><base href="${url}"></head><body background="${url}"><p>${KEPT}</p>` +
            `<img src="${url}"><iframe src="${url}"></iframe><object data="${url}"></object><script src="${url}"></script></body></html>`,
        ),
      ),
      made(
        'an inclusion in rtf',
        'a.rtf',
        text(
          `{\\rtf1\\ansi ${KEPT}{\\field{\\*\\fldinst INCLUDEPICTURE "${url}" \\\\d}{\\fldrslt }}` +
            `{\\field{\\*\\fldinst INCLUDETEXT "${url}"}{\\fldrslt }}{\\*\\template ${url}}}`,
        ),
      ),
    ];
  });
  const macro =
    '<office:scripts><office:event-listeners><script:event-listener script:language="ooo:script" ' +
    'script:event-name="dom:load" xlink:href="vnd.sun.star.script:/tmp/x.py$run?language=Python&amp;location=user" xlink:type="simple"/>' +
    '</office:event-listeners></office:scripts>';
  cases.push({
    title: 'a script that starts with the document',
    name: 'a.odt',
    bytes: packed(odtEntries(KEPT, '', macro)),
    to: 'pdf',
    verdict: 'inert',
    keeps: KEPT,
  });
  return {
    title: 'T07 T08 T09 documents that load or run',
    cases,
    harmless: [{ name: 'a.docx', bytes: packed(docxEntries(KEPT)), to: 'pdf' }],
  };
}

/** T10. Cells that connect to a server. */
export function formulaClass({ file, address }: Targets): HostileClass {
  const port = new URL(address).port;
  const formulas = [
    `WEBSERVICE("${address}")`,
    `FILTERXML(WEBSERVICE("${address}"),"//x")`,
    `'file://${file}'#$Sheet1.A1`,
    `DDE("soffice","${file}","A1")`,
    `HYPERLINK("${address}","${address}")`,
    `INFO("directory")`,
  ];
  const escaped = (value: string): string => value.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  const cell = (formula: string): string =>
    `<c r="A1" t="inlineStr"><is><t>${KEPT}</t></is></c><c r="B1"><f>${escaped(formula)}</f></c>`;
  return {
    title: 'T10 formulas',
    cases: [
      ...formulas.map(
        (formula, i): HostileCase => ({
          title: `formula ${i} in xlsx`,
          name: 'a.xlsx',
          bytes: packed(xlsxEntries(cell(formula))),
          to: 'csv',
          verdict: 'inert',
          keeps: KEPT,
        }),
      ),
      ...formulas.map(
        (formula, i): HostileCase => ({
          title: `formula ${i} in csv`,
          name: 'a.csv',
          bytes: text(`${KEPT},"=${formula.replaceAll('"', '""')}"\n+1-1,@SUM(1)\n`),
          to: 'xlsx',
          verdict: 'inert',
        }),
      ),
      {
        title: 'a command in csv stays text',
        name: 'a.csv',
        bytes: text(`${KEPT},=cmd|' /C calc'!A${port}\n`),
        to: 'pdf',
        verdict: 'inert',
        keeps: '=cmd|',
      },
    ],
    harmless: [{ name: 'a.csv', bytes: text('a,b\n1,2\n'), to: 'xlsx' }],
  };
}

/** T13, T15, T16, T17. Invalid packages. */
export function packageClass(): HostileClass {
  const base = docxEntries(KEPT);
  const many = Array.from({ length: 10_001 }, (_, i): Entry => ({ name: `x/${i}`, data: '', stored: true }));
  const made = (title: string, bytes: Buffer, name = 'a.docx'): HostileCase => ({
    title,
    name,
    bytes,
    to: 'pdf',
    verdict: refused('file_corrupt', 'file_too_large', 'unsupported_format'),
  });
  /** Only the container is invalid: the content is read, and no path leads outside. */
  const inert = (title: string, bytes: Buffer): HostileCase => ({
    title,
    name: 'a.docx',
    bytes,
    to: 'pdf',
    verdict: 'inert',
    keeps: KEPT,
  });
  const slips = ['../../x', '/etc/x', 'word\\..\\..\\x', 'C:\\x', 'a/../../../x', 'x\0.xml', 'word/..'];
  return {
    title: 'T13 T15 T16 T17 packages',
    cases: [
      ...slips.map((name) =>
        inert(`an entry named ${JSON.stringify(name)}`, packed([...base, { name, data: 'x' }])),
      ),
      made('200 MB of zeros', packed([...base, { name: 'word/z', data: Buffer.alloc(200_000_000) }])),
      made(
        'a declared size of 4 GB',
        packed([...base, { name: 'word/z', data: 'x', declaredBytes: 0xfffffff0 }]),
      ),
      inert('sizes that disagree', packed([...base, { name: 'word/z', data: 'x', localDeclaredBytes: 77 }])),
      inert('names that disagree', packed([...base, { name: 'word/z', localName: 'word/y', data: 'x' }])),
      inert('methods that disagree', packed([...base, { name: 'word/z', data: 'x', localMethod: 0 }])),
      made(
        'entries over each other',
        packed([...base, ...base.map((e, i) => ({ ...e, name: `x/${i}`, sameAs: i }))]),
      ),
      inert(
        'one name twice',
        packed([...base, { name: 'word/z', data: 'x' }, { name: 'word/z', data: 'y' }]),
      ),
      made('10,001 entries', packed([...base, ...many])),
      inert('fewer declared than there are', packed([...base, ...many.slice(0, 9)], 3)),
      made('a path of 2,000 bytes', packed([...base, { name: `${'d/'.repeat(1_000)}x`, data: 'x' }])),
      made('a name of 300 bytes', packed([...base, { name: 'n'.repeat(300), data: 'x' }])),
      made('no directory', packed(base).subarray(0, 400)),
    ],
    harmless: [
      {
        name: 'a.docx',
        bytes: packed([...base, { name: 'word/z', data: Buffer.alloc(1_000_000) }]),
        to: 'pdf',
      },
    ],
  };
}

/** T19. Documents that would compute for ever. */
export function workloadClass(): HostileClass {
  const deep = 20_000;
  const nested = `${'<text:section text:name="s">'.repeat(deep)}<text:p/>${'</text:section>'.repeat(deep)}`;
  const laughs = Array.from({ length: 9 }, (_, i) => `<!ENTITY l${i + 1} "${`&l${i};`.repeat(10)}">`).join(
    '',
  );
  const entity = odtEntries('&l9;').map((entry) =>
    entry.name === 'content.xml'
      ? { ...entry, data: String(entry.data).replace('?>', `?><!DOCTYPE x [<!ENTITY l0 "lol">${laughs}]>`) }
      : entry,
  );
  const rows = '<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>';
  const made = (title: string, name: string, bytes: Buffer): HostileCase => ({
    title,
    name,
    bytes,
    to: 'pdf',
    verdict: refused('file_corrupt', 'file_too_large', 'engine_timeout'),
  });
  return {
    title: 'T19 documents that burden',
    cases: [
      made('20,000 nested sections', 'a.odt', packed(odtEntries(KEPT, nested))),
      made('a billion laughs in odt', 'a.odt', packed(entity)),
      {
        ...made('one cell at the end of the world', 'a.xlsx', packed(xlsxEntries('', rows))),
        to: 'csv',
        verdict: refusedAtWork('file_too_large'),
      },
    ],
    harmless: [{ name: 'a.odt', bytes: packed(odtEntries(KEPT)), to: 'pdf' }],
  };
}
