import { registry } from '@filemill/formats';

/** One small document in each markup, written by hand: a title, a strong word, a link, a list and other scripts. */
const LINES = ['The quick brown fox.', 'Съешь ещё этих булок.', '敏捷的棕色狐狸。'];
const WHOLE = LINES.join('\n\n');

/** Words that every output of a sample must have. */
export const WORDS: readonly string[] = [
  'Annual report',
  'quick brown fox',
  'Съешь ещё этих',
  '敏捷的棕色狐狸',
  'strong word',
  'First item',
  'Second item',
];

const XML = '<?xml version="1.0" encoding="UTF-8"?>\n';
const elements = (name: string): string => LINES.map((line) => `<${name}>${line}</${name}>`).join('\n');

/** Whether a format is a text that pandoc alone reads or writes. */
export function isMarkup(id: string): boolean {
  const { noSignature, read, write } = registry.format(id) ?? {};
  return noSignature === true && id !== 'txt' && (read?.pandoc ?? write?.pandoc) !== undefined;
}

/** Documents by format. */
export const MARKUP_SAMPLES: Readonly<Record<string, string>> = {
  md: `# Annual report\n\n${WHOLE}\n\nA **strong word** and [a link](https://example.org/).\n\n- First item\n- Second item\n`,
  rst: `Annual report\n=============\n\n${WHOLE}\n\nA **strong word** and \`a link <https://example.org/>\`_.\n\n- First item\n- Second item\n`,
  org: `* Annual report\n\n${WHOLE}\n\nA *strong word* and [[https://example.org/][a link]].\n\n- First item\n- Second item\n`,
  mediawiki: `== Annual report ==\n\n${WHOLE}\n\nA '''strong word''' and [https://example.org/ a link].\n\n* First item\n* Second item\n`,
  dokuwiki: `====== Annual report ======\n\n${WHOLE}\n\nA **strong word** and [[https://example.org/|a link]].\n\n  * First item\n  * Second item\n`,
  textile: `h1. Annual report\n\n${WHOLE}\n\nA *strong word* and "a link":https://example.org/.\n\n* First item\n* Second item\n`,
  docbook: `${XML}<article xmlns="http://docbook.org/ns/docbook" xmlns:xlink="http://www.w3.org/1999/xlink" version="5.0"><section><title>Annual report</title>${elements('para')}<para>A <emphasis role="strong">strong word</emphasis> and <link xlink:href="https://example.org/">a link</link>.</para><itemizedlist><listitem><para>First item</para></listitem><listitem><para>Second item</para></listitem></itemizedlist></section></article>`,
  jats: `${XML}<article xmlns:xlink="http://www.w3.org/1999/xlink"><body><sec><title>Annual report</title>${elements('p')}<p>A <bold>strong word</bold> and <ext-link ext-link-type="uri" xlink:href="https://example.org/">a link</ext-link>.</p><list list-type="bullet"><list-item><p>First item</p></list-item><list-item><p>Second item</p></list-item></list></sec></body></article>`,
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
        source: ['A **strong word** and [a link](https://example.org/).\n\n- First item\n- Second item'],
      },
    ],
  }),
  opml: `${XML}<opml version="2.0"><head><title>T</title></head><body><outline text="Annual report"><outline text="${LINES.join(' ')}"/><outline text="A strong word"/><outline text="First item"/><outline text="Second item"/></outline></body></opml>`,
  tex: `\\documentclass{article}\n\\begin{document}\n\\section{Annual report}\n\n${WHOLE}\n\nA \\textbf{strong word} and \\href{https://example.org/}{a link}.\n\n\\begin{itemize}\n\\item First item\n\\item Second item\n\\end{itemize}\n\\end{document}\n`,
  man: `.TH REPORT 1\n.SH Annual report\n${LINES.join('\n.PP\n')}\n.PP\nA \\fBstrong word\\fR.\n.IP \\[bu] 2\nFirst item\n.IP \\[bu] 2\nSecond item\n`,
  jira: `h1. Annual report\n\n${WHOLE}\n\nA *strong word* and [a link|https://example.org/].\n\n* First item\n* Second item\n`,
  muse: `* Annual report\n\n${WHOLE}\n\nA **strong word** and [[https://example.org/][a link]].\n\n - First item\n - Second item\n`,
  haddock: `= Annual report\n\n${WHOLE}\n\nA __strong word__ and <https://example.org/ a link>.\n\n* First item\n\n* Second item\n`,
  creole: `= Annual report\n\n${WHOLE}\n\nA **strong word** and [[https://example.org/|a link]].\n\n* First item\n* Second item\n`,
  tikiwiki: `! Annual report\n\n${WHOLE}\n\nA __strong word__ and [https://example.org/|a link].\n\n* First item\n* Second item\n`,
  twiki: `---+ Annual report\n\n${WHOLE}\n\nA *strong word* and [[https://example.org/][a link]].\n\n   * First item\n   * Second item\n`,
  vimwiki: `= Annual report =\n\n${WHOLE}\n\nA *strong word* and [[https://example.org/|a link]].\n\n- First item\n- Second item\n`,
  t2t: `Report\nFilemill\n2024\n\n= Annual report =\n\n${WHOLE}\n\nA **strong word** and [a link https://example.org/].\n\n- First item\n- Second item\n`,
};
