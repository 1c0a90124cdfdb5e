import { type Route, registry } from '@filemill/formats';
import type { Outline } from './markup-outline.js';

/** Whether a format is a text that pandoc alone reads or writes. */
export function isMarkup(id: string): boolean {
  const { noSignature, read, write } = registry.format(id) ?? {};
  return noSignature === true && id !== 'txt' && (read?.pandoc ?? write?.pandoc) !== undefined;
}

/** What messages and lists of references become first. */
const PAGES = ['letter', 'references'];
const MAKERS = ['calibre', 'fictionbook', 'kobo', 'pandoc'];

/** Whether another engine reads the document before one writes the markup or book. */
export const isFlowRoute = ({ steps }: Route): boolean => {
  const first = steps[0]?.to.id ?? '';
  return (
    ['flow', 'deck'].includes(first) || (PAGES.includes(first) && MAKERS.includes(steps.at(-1)?.engine ?? ''))
  );
};

const LINES = ['The quick brown fox.', 'Съешь ещё этих булок.', '敏捷的棕色狐狸。'];
const WHOLE = LINES.join('\n\n');

/** What every sample holds. */
const OUTLINE: Outline = {
  headings: ['Annual report', 'Numbers'],
  items: ['First item', 'Second item', 'Step one', 'Step two'],
  rows: [
    ['Name', 'Amount'],
    ['Apples', '12'],
    ['Pears', '7'],
  ],
  links: ['https://example.org/'],
  strong: ['strong word'],
  text: `Annual report ${LINES.join(' ')} A strong word and a link. Numbers`,
};
/** The documents of the other conformance test. */
const OFFICE: Outline = {
  headings: ['Annual report'],
  items: [],
  rows: [['Revenue', '1250']],
  links: [],
  strong: [],
  text: 'Annual report Latin: The quick brown fox jumps over the lazy dog. Cyrillic: Съешь ещё этих мягких французских булок. CJK: 敏捷的棕色狐狸跳过懒狗。日本語の文章です。',
};
const without = (...parts: readonly (keyof Outline)[]): Partial<Outline> =>
  Object.fromEntries(Object.entries(OUTLINE).filter(([part]) => !parts.includes(part as keyof Outline)));
const OUTLINES: Readonly<Record<string, Partial<Outline>>> = {
  docx: OFFICE,
  odt: OFFICE,
  html: OFFICE,
  txt: { text: OFFICE.text },
  // Each line of an outline is a heading.
  opml: {
    headings: ['Annual report', `${LINES.join(' ')} A strong word and a link.`, 'Numbers'],
    text: OUTLINE.text,
  },
  man: { ...OUTLINE, links: [] },
  // FictionBook has no lists; a Kindle book has a list of its chapters besides.
  fb2: without('items'),
  mobi: without('items', 'strong'),
  azw3: without('items', 'strong'),
  // Of a book of Sony's only the text and its links are known to be what they are.
  lrf: { text: OUTLINE.text },
  ...Object.fromEntries(
    ['pdb', 'tcr', 'txtz', 'htmlz', 'rb', 'snb'].map((id) => [id, { text: OUTLINE.text }]),
  ),
};

/** What is to be found in every output of a sample; parts that the sample cannot have are missing. */
export const wantedOutline = (format: string): Partial<Outline> => OUTLINES[format] ?? OUTLINE;

const XML = '<?xml version="1.0" encoding="UTF-8"?>\n';
const elements = (name: string): string => LINES.map((line) => `<${name}>${line}</${name}>`).join('\n');
const list = (element: string, item: string, inner: string, ...texts: string[]): string =>
  `<${element}>${texts.map((text) => `<${item}><${inner}>${text}</${inner}></${item}>`).join('')}</${element.split(' ')[0]}>`;

const BULLETS = ['First item', 'Second item'];
const STEPS = ['Step one', 'Step two'];
const docbookRow = (...cells: string[]): string =>
  `<row>${cells.map((cell) => `<entry>${cell}</entry>`).join('')}</row>`;

/** A small document in each markup, written by hand after the manual of the markup. */
export const MARKUP_SAMPLES: Readonly<Record<string, string>> = {
  md: `# Annual report\n\n${WHOLE}\n\nA **strong word** and [a link](https://example.org/).\n\n## Numbers\n\n- First item\n- Second item\n\n| Name | Amount |\n|---|---|\n| Apples | 12 |\n| Pears | 7 |\n\n1. Step one\n2. Step two\n`,
  rst: `Annual report\n=============\n\n${WHOLE}\n\nA **strong word** and \`a link <https://example.org/>\`_.\n\nNumbers\n-------\n\n- First item\n- Second item\n\n====== ======\nName   Amount\n====== ======\nApples 12\nPears  7\n====== ======\n\n1. Step one\n2. Step two\n`,
  org: `* Annual report\n\n${WHOLE}\n\nA *strong word* and [[https://example.org/][a link]].\n\n** Numbers\n\n- First item\n- Second item\n\n| Name   | Amount |\n|--------+--------|\n| Apples |     12 |\n| Pears  |      7 |\n\n1. Step one\n2. Step two\n`,
  mediawiki: `= Annual report =\n\n${WHOLE}\n\nA '''strong word''' and [https://example.org/ a link].\n\n== Numbers ==\n\n* First item\n* Second item\n\n{|\n! Name\n! Amount\n|-\n| Apples\n| 12\n|-\n| Pears\n| 7\n|}\n\n# Step one\n# Step two\n`,
  dokuwiki: `====== Annual report ======\n\n${WHOLE}\n\nA **strong word** and [[https://example.org/|a link]].\n\n===== Numbers =====\n\n  * First item\n  * Second item\n\n^ Name ^ Amount ^\n| Apples | 12 |\n| Pears | 7 |\n\n  - Step one\n  - Step two\n`,
  textile: `h1. Annual report\n\n${WHOLE}\n\nA *strong word* and "a link":https://example.org/.\n\nh2. Numbers\n\n* First item\n* Second item\n\n|_. Name |_. Amount |\n| Apples | 12 |\n| Pears | 7 |\n\n# Step one\n# Step two\n`,
  adoc: `= Paper\n\n== Annual report\n\n${WHOLE}\n\nA *strong word* and https://example.org/[a link].\n\n=== Numbers\n\n* First item\n* Second item\n\n[options="header"]\n|===\n|Name |Amount\n|Apples |12\n|Pears |7\n|===\n\n. Step one\n. Step two\n`,
  docbook: `${XML}<article xmlns="http://docbook.org/ns/docbook" xmlns:xlink="http://www.w3.org/1999/xlink" version="5.0"><title>Paper</title><section><title>Annual report</title>${elements('para')}<para>A <emphasis role="strong">strong word</emphasis> and <link xlink:href="https://example.org/">a link</link>.</para><section><title>Numbers</title>${list('itemizedlist', 'listitem', 'para', ...BULLETS)}<informaltable><tgroup cols="2"><thead>${docbookRow('Name', 'Amount')}</thead><tbody>${docbookRow('Apples', '12')}${docbookRow('Pears', '7')}</tbody></tgroup></informaltable>${list('orderedlist', 'listitem', 'para', ...STEPS)}</section></section></article>`,
  jats: `${XML}<article xmlns:xlink="http://www.w3.org/1999/xlink"><body><sec><title>Annual report</title>${elements('p')}<p>A <bold>strong word</bold> and <ext-link ext-link-type="uri" xlink:href="https://example.org/">a link</ext-link>.</p><sec><title>Numbers</title>${list('list list-type="bullet"', 'list-item', 'p', ...BULLETS)}<table-wrap><table><thead><tr><th>Name</th><th>Amount</th></tr></thead><tbody><tr><td>Apples</td><td>12</td></tr><tr><td>Pears</td><td>7</td></tr></tbody></table></table-wrap>${list('list list-type="order"', 'list-item', 'p', ...STEPS)}</sec></sec></body></article>`,
  ipynb: JSON.stringify({
    nbformat: 4,
    nbformat_minor: 5,
    metadata: {},
    cells: [
      { cell_type: 'markdown', id: 'a', metadata: {}, source: ['# Annual report\n', '\n', WHOLE] },
      {
        cell_type: 'markdown',
        id: 'b',
        metadata: {},
        source: [
          'A **strong word** and [a link](https://example.org/).\n\n## Numbers\n\n- First item\n- Second item\n\n',
          '| Name | Amount |\n|---|---|\n| Apples | 12 |\n| Pears | 7 |\n\n1. Step one\n2. Step two\n',
        ],
      },
    ],
  }),
  opml: `${XML}<opml version="2.0"><head><title>Paper</title></head><body><outline text="Annual report"><outline text="${LINES.join(' ')} A strong word and a link."/><outline text="Numbers"/></outline></body></opml>`,
  tex: `\\documentclass{article}\n\\usepackage{hyperref}\n\\begin{document}\n\\section{Annual report}\n\n${WHOLE}\n\nA \\textbf{strong word} and \\href{https://example.org/}{a link}.\n\n\\subsection{Numbers}\n\n\\begin{itemize}\n\\item First item\n\\item Second item\n\\end{itemize}\n\n\\begin{tabular}{ll}\nName & Amount \\\\\n\\hline\nApples & 12 \\\\\nPears & 7 \\\\\n\\end{tabular}\n\n\\begin{enumerate}\n\\item Step one\n\\item Step two\n\\end{enumerate}\n\\end{document}\n`,
  man: `.TH REPORT 1 2024-01-31\n.SH Annual report\n${LINES.join('\n.PP\n')}\n.PP\nA \\fBstrong word\\fR and a link.\n.SS Numbers\n.IP \\[bu] 2\nFirst item\n.IP \\[bu] 2\nSecond item\n.PP\n.TS\ntab(@);\nl l.\nName@Amount\n_\nApples@12\nPears@7\n.TE\n.IP 1. 3\nStep one\n.IP 2. 3\nStep two\n`,
  jira: `h1. Annual report\n\n${WHOLE}\n\nA *strong word* and [a link|https://example.org/].\n\nh2. Numbers\n\n* First item\n* Second item\n\n||Name||Amount||\n|Apples|12|\n|Pears|7|\n\n# Step one\n# Step two\n`,
  muse: `* Annual report\n\n${WHOLE}\n\nA **strong word** and [[https://example.org/][a link]].\n\n** Numbers\n\n - First item\n - Second item\n\n Name   || Amount\n Apples |  12\n Pears  |  7\n\n 1. Step one\n 2. Step two\n`,
  haddock: `= Annual report\n\n${WHOLE}\n\nA __strong word__ and <https://example.org/ a link>.\n\n== Numbers\n\n* First item\n\n* Second item\n\n+--------+--------+\n| Name   | Amount |\n+========+========+\n| Apples | 12     |\n+--------+--------+\n| Pears  | 7      |\n+--------+--------+\n\n1. Step one\n\n2. Step two\n`,
  creole: `= Annual report\n\n${WHOLE}\n\nA **strong word** and [[https://example.org/|a link]].\n\n== Numbers\n\n* First item\n* Second item\n\n|=Name|=Amount|\n|Apples|12|\n|Pears|7|\n\n# Step one\n# Step two\n`,
  tikiwiki: `! Annual report\n\n${WHOLE}\n\nA __strong word__ and [https://example.org/|a link].\n\n!! Numbers\n\n* First item\n* Second item\n\n||Name|Amount\nApples|12\nPears|7||\n\n# Step one\n# Step two\n`,
  twiki: `---+ Annual report\n\n${WHOLE}\n\nA *strong word* and [[https://example.org/][a link]].\n\n---++ Numbers\n\n   * First item\n   * Second item\n\n| *Name* | *Amount* |\n| Apples | 12 |\n| Pears | 7 |\n\n   1. Step one\n   1. Step two\n`,
  vimwiki: `= Annual report =\n\n${WHOLE}\n\nA *strong word* and [[https://example.org/|a link]].\n\n== Numbers ==\n\n- First item\n- Second item\n\n| Name | Amount |\n|------|--------|\n| Apples | 12 |\n| Pears | 7 |\n\n1. Step one\n2. Step two\n`,
  t2t: `Paper\nFilemill\n2024\n\n= Annual report =\n\n${WHOLE}\n\nA **strong word** and [a link https://example.org/].\n\n== Numbers ==\n\n- First item\n- Second item\n\n\n|| Name | Amount |\n| Apples | 12 |\n| Pears | 7 |\n\n+ Step one\n+ Step two\n`,
};

/** Titles of samples that have one. */
export const TITLES: Readonly<Record<string, string>> = {
  adoc: 'Paper',
  docbook: 'Paper',
  man: 'REPORT',
  opml: 'Paper',
  t2t: 'Paper',
};
