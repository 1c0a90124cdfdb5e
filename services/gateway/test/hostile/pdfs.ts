import { type HostileCase, type HostileClass, refused, type Targets } from './case.js';

/** A PDF of numbered objects, the first of which is the catalogue; the cross-reference table is correct. */
export function pdf(objects: readonly string[], trailer = ''): Buffer {
  let text = '%PDF-1.7\n';
  const offsets = objects.map((object, i) => {
    const offset = text.length;
    text += `${i + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const start = text.length;
  return Buffer.from(
    `${text}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}` +
      `trailer\n<</Size ${objects.length + 1}/Root 1 0 R${trailer}>>\nstartxref\n${start}\n%%EOF\n`,
    'latin1',
  );
}

const TEXT = 'BT /F 20 Tf 20 100 Td (Kornblume) Tj ET';
const FONT = '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>';
const onePage = (
  more: { catalogue?: string; page?: string; box?: string; content?: string } = {},
): string[] => [
  `<</Type/Catalog/Pages 2 0 R${more.catalogue ?? ''}>>`,
  '<</Type/Pages/Kids[3 0 R]/Count 1>>',
  `<</Type/Page/Parent 2 0 R/MediaBox[${more.box ?? '0 0 300 200'}]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>${more.page ?? ''}>>`,
  more.content ?? `<</Length ${TEXT.length}>>\nstream\n${TEXT}\nendstream`,
  FONT,
];

const pages = (count: number): string[] => [
  '<</Type/Catalog/Pages 2 0 R>>',
  `<</Type/Pages/Kids[${Array.from({ length: count }, (_, i) => `${i + 3} 0 R`).join(' ')}]/Count ${count}>>`,
  ...Array.from({ length: count }, () => '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>'),
];

/** T18. */
export function pdfClass({ file, address }: Targets): HostileClass {
  const inert: [string, Buffer][] = [
    [
      'a program to launch',
      pdf(onePage({ catalogue: `/OpenAction<</S/Launch/F(${file})/Win<</F(cmd.exe)>>>>` })),
    ],
    [
      'a script',
      pdf(onePage({ catalogue: `/OpenAction<</S/JavaScript/JS(app.launchURL\\("${address}"\\))>>` })),
    ],
    ['an address to open', pdf(onePage({ page: `/AA<</O<</S/URI/URI(${address})>>>>` }))],
    ['a form to send', pdf(onePage({ catalogue: `/OpenAction<</S/SubmitForm/F(${address})>>` }))],
    ['another file to go to', pdf(onePage({ catalogue: `/OpenAction<</S/GoToR/F(${file})/D[0/Fit]>>` }))],
  ];
  const bad: [string, Buffer, string[]][] = [
    ['2,001 pages', pdf(pages(2_001)), ['file_too_large']],
    [
      'two billion pages',
      pdf([
        '<</Type/Catalog/Pages 2 0 R>>',
        '<</Type/Pages/Kids[3 0 R]/Count 2000000000>>',
        '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>',
      ]),
      ['file_too_large', 'file_corrupt'],
    ],
    [
      'a page of 200 km',
      pdf(onePage({ box: '0 0 600000000 600000000' })),
      ['file_too_large', 'file_corrupt'],
    ],
    [
      'a password',
      pdf(
        onePage(),
        `/ID[<${'00'.repeat(16)}><${'00'.repeat(16)}>]/Encrypt<</Filter/Standard/V 1/R 2/P -4/O<${'41'.repeat(32)}>/U<${'42'.repeat(32)}>>>`,
      ),
      ['file_encrypted'],
    ],
    ['no pages', pdf(['<</Type/Catalog>>']), ['file_corrupt']],
    ['no end', pdf(onePage()).subarray(0, 300), ['file_corrupt']],
  ];
  return {
    title: 'T18 PDF',
    cases: [
      ...inert.map(
        ([title, bytes]): HostileCase => ({
          title,
          name: 'a.pdf',
          bytes,
          to: 'txt',
          verdict: 'inert',
          keeps: 'Kornblume',
        }),
      ),
      {
        title: 'content in another file',
        name: 'a.pdf',
        bytes: pdf(
          onePage({ content: `<</Length 0/F(${file})/FFilter/ASCIIHexDecode>>\nstream\n\nendstream` }),
        ),
        to: 'png',
        verdict: 'inert',
      },
      {
        title: 'a page tree that goes round',
        name: 'a.pdf',
        bytes: pdf(['<</Type/Catalog/Pages 2 0 R>>', '<</Type/Pages/Kids[2 0 R]/Count 1>>']),
        to: 'png',
        verdict: 'inert',
      },
      ...bad.map(
        ([title, bytes, codes]): HostileCase => ({
          title,
          name: 'a.pdf',
          bytes,
          to: 'png',
          verdict: refused(...codes),
        }),
      ),
    ],
    harmless: [{ name: 'a.pdf', bytes: pdf(onePage()), to: 'png' }],
  };
}
