/**
 * Ends a truncated XML text: incomplete markup is removed, and open elements are closed.
 *
 * @returns undefined if not even the first element is complete
 */
export function closeXml(bytes: Buffer): string | undefined {
  const text = new TextDecoder('utf-8').decode(bytes).replace(/\ufffd$/, '');
  const open: string[] = [];
  let at = 0;
  let seen = false;
  for (let start = text.indexOf('<'); start >= 0; start = text.indexOf('<', at)) {
    const end = endOfMarkup(text, start);
    if (end < 0) return finish(text.slice(0, start), open, seen);
    at = end;
    if (text[start + 1] === '!' || text[start + 1] === '?') continue;
    if (text[start + 1] === '/') open.pop();
    else if (text[end - 2] !== '/') open.push(/^[^\s/>]+/.exec(text.slice(start + 1, end))?.[0] ?? '');
    seen = true;
  }
  return finish(text.replace(/&[^;&]{0,32}$/, ''), open, seen);
}

function finish(text: string, open: readonly string[], seen: boolean): string | undefined {
  if (!seen) return undefined;
  return (
    text +
    open
      .toReversed()
      .map((name) => `</${name}>`)
      .join('')
  );
}

/** Offset after the markup that begins at `start`; -1 if it is truncated. */
function endOfMarkup(text: string, start: number): number {
  const endings: readonly (readonly [begin: string, end: string])[] = [
    ['<!--', '-->'],
    ['<![CDATA[', ']]>'],
    ['<?', '?>'],
  ];
  const ending = endings.find(([begin]) => text.startsWith(begin, start))?.[1];
  if (ending !== undefined) {
    const end = text.indexOf(ending, start);
    return end < 0 ? -1 : end + ending.length;
  }
  // A value may contain ">".
  for (let at = start, quote = ''; at < text.length; at++) {
    const letter = text[at] as string;
    if (quote !== '') quote = letter === quote ? '' : quote;
    else if (letter === '"' || letter === "'") quote = letter;
    else if (letter === '>') return at + 1;
  }
  return -1;
}
