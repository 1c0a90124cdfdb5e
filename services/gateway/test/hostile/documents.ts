import { type HostileCase, type HostileClass, refused, refusedAfterWork, type Targets } from './case.js';
import { buildZip, docxEntries, type Entry, LINKED_PICTURE, odtEntries, xlsxEntries } from './zip-files.js';

/** Text of every document, which its output must contain. */
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
    const aCase = (title: string, name: string, bytes: Buffer): HostileCase => ({
      title: `${title} of target ${at}`,
      name,
      bytes,
      to: 'pdf',
      verdict: 'inert',
      keeps: KEPT,
    });
    return [
      aCase(
        'a linked picture in docx',
        'a.docx',
        buildZip(docxEntries(KEPT, [{ type: 'image', target: url }], LINKED_PICTURE)),
      ),
      aCase(
        'a template and a frame in docx',
        'a.docx',
        buildZip(
          docxEntries(KEPT, [
            { type: 'attachedTemplate', target: url },
            { type: 'frame', target: url },
            { type: 'oleObject', target: url },
          ]),
        ),
      ),
      aCase(
        'a picture, an object and a section in odt',
        'a.odt',
        buildZip(
          odtEntries(
            KEPT,
            `<text:p><draw:frame svg:width="5cm" svg:height="5cm"><draw:image xlink:href="${url}" xlink:type="simple"/></draw:frame>` +
              `<draw:frame svg:width="5cm" svg:height="5cm"><draw:object xlink:href="${url}" xlink:actuate="onLoad"/></draw:frame></text:p>` +
              `<text:section text:name="s"><text:section-source xlink:href="${url}"/><text:p/></text:section>`,
          ),
        ),
      ),
      aCase(
        'pictures, frames and styles in html',
        'a.html',
        text(
          `<html><head><link rel="stylesheet" href="${url}"><base href="${url}"></head><body background="${url}"><p>${KEPT}</p>` +
            `<img src="${url}"><iframe src="${url}"></iframe><object data="${url}"></object><script src="${url}"></script></body></html>`,
        ),
      ),
      aCase(
        'included files in rtf',
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
    title: 'a script that runs when the document is opened',
    name: 'a.odt',
    bytes: buildZip(odtEntries(KEPT, '', macro)),
    to: 'pdf',
    verdict: 'inert',
    keeps: KEPT,
  });
  return {
    title: 'T07 T08 T09 documents that load or run',
    cases,
    harmless: [{ name: 'a.docx', bytes: buildZip(docxEntries(KEPT)), to: 'pdf' }],
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
          bytes: buildZip(xlsxEntries(cell(formula))),
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
  const aCase = (title: string, bytes: Buffer, name = 'a.docx'): HostileCase => ({
    title,
    name,
    bytes,
    to: 'pdf',
    verdict: refused('file_corrupt', 'file_too_large', 'unsupported_format'),
  });
  /** Only the container is invalid: the document must be read, and no path may lead outside the folder. */
  const anInertCase = (title: string, bytes: Buffer): HostileCase => ({
    title,
    name: 'a.docx',
    bytes,
    to: 'pdf',
    verdict: 'inert',
    keeps: KEPT,
  });
  const unsafePaths = ['../../x', '/etc/x', 'word\\..\\..\\x', 'C:\\x', 'a/../../../x', 'x\0.xml', 'word/..'];
  return {
    title: 'T13 T15 T16 T17 packages',
    cases: [
      ...unsafePaths.map((name) =>
        anInertCase(`an entry named ${JSON.stringify(name)}`, buildZip([...base, { name, data: 'x' }])),
      ),
      aCase(
        'an entry of 200 MB of zeros',
        buildZip([...base, { name: 'word/z', data: Buffer.alloc(200_000_000) }]),
      ),
      aCase(
        'a declared size of 4 GB',
        buildZip([...base, { name: 'word/z', data: 'x', declaredBytes: 0xfffffff0 }]),
      ),
      anInertCase(
        'different sizes in the two headers',
        buildZip([...base, { name: 'word/z', data: 'x', localDeclaredBytes: 77 }]),
      ),
      anInertCase(
        'different names in the two headers',
        buildZip([...base, { name: 'word/z', localName: 'word/y', data: 'x' }]),
      ),
      anInertCase(
        'different methods in the two headers',
        buildZip([...base, { name: 'word/z', data: 'x', localMethod: 0 }]),
      ),
      aCase(
        'overlapping entries',
        buildZip([...base, ...base.map((e, i) => ({ ...e, name: `x/${i}`, sameAs: i }))]),
      ),
      anInertCase(
        'two entries of one name',
        buildZip([...base, { name: 'word/z', data: 'x' }, { name: 'word/z', data: 'y' }]),
      ),
      aCase('10,001 entries', buildZip([...base, ...many])),
      anInertCase('fewer declared entries than there are', buildZip([...base, ...many.slice(0, 9)], 3)),
      aCase('a path of 2,000 bytes', buildZip([...base, { name: `${'d/'.repeat(1_000)}x`, data: 'x' }])),
      aCase('a name of 300 bytes', buildZip([...base, { name: 'n'.repeat(300), data: 'x' }])),
      aCase('no directory', buildZip(base).subarray(0, 400)),
    ],
    harmless: [
      {
        name: 'a.docx',
        bytes: buildZip([...base, { name: 'word/z', data: Buffer.alloc(1_000_000) }]),
        to: 'pdf',
      },
    ],
  };
}

/** T19. Documents that take excessive time or memory. */
export function excessiveWorkClass(): HostileClass {
  const deep = 20_000;
  const nested = `${'<text:section text:name="s">'.repeat(deep)}<text:p/>${'</text:section>'.repeat(deep)}`;
  const entities = Array.from({ length: 9 }, (_, i) => `<!ENTITY l${i + 1} "${`&l${i};`.repeat(10)}">`).join(
    '',
  );
  const withEntities = odtEntries('&l9;').map((entry) =>
    entry.name === 'content.xml'
      ? { ...entry, data: String(entry.data).replace('?>', `?><!DOCTYPE x [<!ENTITY l0 "lol">${entities}]>`) }
      : entry,
  );
  const rows = '<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>';
  const aCase = (title: string, name: string, bytes: Buffer): HostileCase => ({
    title,
    name,
    bytes,
    to: 'pdf',
    verdict: refused('file_corrupt', 'file_too_large', 'engine_timeout'),
  });
  return {
    title: 'T19 documents that cause excessive work',
    cases: [
      aCase('20,000 nested sections', 'a.odt', buildZip(odtEntries(KEPT, nested))),
      aCase('a billion laughs in odt', 'a.odt', buildZip(withEntities)),
      {
        ...aCase('one cell in the last row and column', 'a.xlsx', buildZip(xlsxEntries('', rows))),
        to: 'csv',
        verdict: refusedAfterWork('file_too_large'),
      },
    ],
    harmless: [{ name: 'a.odt', bytes: buildZip(odtEntries(KEPT)), to: 'pdf' }],
  };
}
