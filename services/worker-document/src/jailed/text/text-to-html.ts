/** A shorter line was ended by its author, as in a poem, and not wrapped. */
const FULL_LINE = 45;
/** A heading is a short line between empty lines. */
const MAX_HEADING = 80;
/** How chapters begin in the most common languages of plain-text books. */
const HEADING =
  /^(?:(?:chapter|part|book|prologue|epilogue|preface|introduction|kapitel|teil|chapitre|partie|cap[ií]tulo|capitolo|parte|глава|часть|пролог|эпилог)(?=$|[\s.:])|第.{1,6}[章回部卷])/iu;

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

function blockOf(lines: readonly string[]): string {
  const [first = ''] = lines;
  if (lines.length === 1 && first.length <= MAX_HEADING && HEADING.test(first))
    return `<h1>${escapeHtml(first)}</h1>`;
  const isVerse = lines.slice(0, -1).some((line) => line.length < FULL_LINE);
  return `<p>${lines.map(escapeHtml).join(isVerse ? '<br>' : ' ')}</p>`;
}

/**
 * Plain text as a page: paragraphs are separated by empty lines, or each line is one if there are none; wrapped lines are
 * joined; chapters become headings.
 *
 * @returns HTML, and the first line as title if that is short
 */
export function textToHtml(text: string): { html: string; title: string } {
  const lines = text
    .replace(/^\ufeff/, '')
    .split(/\r\n?|[\n\f\u2028\u2029]/)
    .map((line) => line.trim());
  const isSpaced = lines.some((line, i) => line === '' && lines[i - 1] && lines[i + 1]);
  const blocks: string[][] = [[]];
  for (const line of lines) {
    if (line === '' || !isSpaced) blocks.push([]);
    if (line !== '') blocks.at(-1)?.push(line);
  }
  const first = lines.find((line) => line !== '') ?? '';
  const body = blocks.filter((block) => block.length > 0).map(blockOf);
  return {
    html: `<!DOCTYPE html><html><body>\n${body.join('\n')}\n</body></html>`,
    title: first.length <= MAX_HEADING ? first : '',
  };
}
