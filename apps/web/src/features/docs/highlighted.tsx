import { createElement, Fragment } from 'react';

export type CodeLanguage = 'node' | 'python' | 'shell' | 'json';

const JS_WORDS =
  'async await catch const do else export for from function if import in let new of return throw try while';
const PYTHON_WORDS =
  'and as break class def else except False for from if import in is lambda None not or raise return True try while with yield';
const words = (list: string) => `\\b(?:${list.replaceAll(' ', '|')})\\b`;

const STRING = String.raw`'(?:\\.|[^'\\\n])*'?|"(?:\\.|[^"\\\n])*"?`;
/** Comment, string, word; the first match wins. Unterminated ones end with the line, or with the text. */
const PARTS: Readonly<Record<CodeLanguage, RegExp>> = {
  node: new RegExp(
    String.raw`(\/\*[^*]*(?:\*+[^*/][^*]*)*(?:\*+\/)?|\/\/.*|^#!.*)|(${STRING}|${'`'}(?:\\.|[^${'`'}\\])*${'`'}?)|(${words(JS_WORDS)})`,
    'gm',
  ),
  python: new RegExp(`("""[^"]*(?:""?[^"]+)*(?:""")?|#.*)|(${STRING})|(${words(PYTHON_WORDS)})`, 'gm'),
  shell: new RegExp(String.raw`(#.*)|(${STRING})|((?<!.)(?:curl|node|python3|pip|export)\b)`, 'g'),
  json: /($^)|("(?:\\.|[^"\\])*"?)|(\b(?:true|false|null)\b)/gm,
};

/** Comments, strings and words of the language in their colours. */
export function Highlighted({ code, language }: { code: string; language: CodeLanguage }) {
  const pieces: (string | ReturnType<typeof createElement>)[] = [];
  let end = 0;
  for (const match of code.matchAll(PARTS[language])) {
    const [text, comment, string] = match;
    if (text === '') continue;
    // Of the strings of JSON, names alone are coloured.
    if (language === 'json' && string !== undefined && code[match.index + text.length] !== ':') continue;
    pieces.push(code.slice(end, match.index));
    const kind = comment !== undefined ? 'comment' : string !== undefined ? 'string' : 'word';
    pieces.push(createElement('span', { className: `code-${kind}` }, text));
    end = match.index + text.length;
  }
  // As arguments, not as a list: their order never changes, so they need no keys.
  return createElement(Fragment, null, ...pieces, code.slice(end));
}
