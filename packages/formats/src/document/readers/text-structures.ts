import { rootName } from '../../bytes/xml-root.js';
import { HEAD_BYTES } from '../../define/signature.js';

/** Texts that a structure at their beginning identifies; the structure of each is one regular expression. */
const STARTS: readonly (readonly [RegExp, string])[] = [
  [/^WEBVTT[ \t\r\n]/, 'vtt'],
  [/^\s*\d{1,6}[ \t]*\r?\n\d{1,3}:\d\d:\d\d[,.]\d{1,3}[ \t]+-->[ \t]+\d{1,3}:\d\d:\d\d[,.]\d{1,3}/, 'srt'],
  [/^\d{1,3}:\d\d:\d\d\.\d{3},\d{1,3}:\d\d:\d\d\.\d{3}\r?\n/, 'sbv'],
  [/^\{\d{1,8}\}\{\d{0,8}\}/, 'microdvd'],
  [/^\[\d{1,8}\]\[\d{0,8}\]/, 'mpl2'],
  [/^(?:\[INFORMATION\]|\d\d:\d\d:\d\d\.\d\d,\d\d:\d\d:\d\d\.\d\d\r?\n)/, 'subviewer'],
  [
    /^(?:\[(?:ar|al|ti|by|au|re|ve|offset|length):[^\]\n]{0,200}\]\s{0,9}){0,20}\[\d{1,3}:\d\d(?:[.:]\d{1,3})?\]/,
    'lrc',
  ],
  [/^\s*<SAMI\b/i, 'smi'],
];
/** `Script Info` names the version of the format before its events. */
const SCRIPT_INFO = /^\s*\[Script Info\]/i;

/** Root elements with a format of their own. */
const ROOTS: Readonly<Record<string, string>> = { plist: 'plist', tt: 'ttml' };

/** Every answer of {@link structureOf}. */
export const STRUCTURES: readonly string[] = [
  ...['json', 'xml', 'ass', 'ssa'],
  ...Object.values(ROOTS),
  ...STARTS.map(([, id]) => id),
];

/**
 * The format of a text whose beginning has a structure that ordinary words do not have: JSON, XML with its declaration,
 * subtitles.
 *
 * @param head - the first bytes of the file
 * @param text - the same, decoded without a byte order mark
 */
export function structureOf(head: Buffer, text: string): string | undefined {
  const start = STARTS.find(([pattern]) => pattern.test(text))?.[1];
  if (start) return start;
  if (SCRIPT_INFO.test(text)) return /^[ \t]*\[V4 Styles\]/im.test(text) ? 'ssa' : 'ass';
  const root = rootName(head);
  if (root !== undefined && Object.hasOwn(ROOTS, root)) return ROOTS[root];
  if (/^\s*<\?xml\s/.test(text) && root !== undefined && root.toLowerCase() !== 'html') return 'xml';
  return beginsLikeJson(text, head.length >= HEAD_BYTES) ? 'json' : undefined;
}

const SPACE = /[ \t\r\n]*/y;
/** Of all characters but the control characters, `"` and `\`. */
const STRING = /"(?:[ !#-[\]-\uffff]|\\.)*"?/y;
const SCALAR = /-?\d[\d.eE+-]*|true|false|null/y;

/**
 * Whether a text is a JSON object or list, or, if it is cut, may be the beginning of one. Each character is read once.
 *
 * @param isCut - whether the file goes on
 */
export function beginsLikeJson(text: string, isCut: boolean): boolean {
  let at = 0;
  const match = (pattern: RegExp): string => {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0] ?? '';
    at += found.length;
    return found;
  };
  match(SPACE);
  if (text[at] !== '{' && text[at] !== '[') return false;
  const open: string[] = [];
  let wants: 'value' | 'first' | 'name' | 'colon' | 'comma' = 'value';
  for (;;) {
    match(SPACE);
    const next = text[at];
    if (next === undefined) return isCut;
    const inner = open.at(-1);
    if (wants === 'colon') {
      if (next !== ':') return false;
      at++;
      wants = 'value';
    } else if ((next === '}' || next === ']') && (wants === 'comma' || wants === 'first')) {
      if (inner !== (next === '}' ? '{' : '[')) return false;
      at++;
      open.pop();
      if (open.length === 0) {
        match(SPACE);
        return at === text.length && !isCut;
      }
      wants = 'comma';
    } else if (wants === 'comma') {
      if (next !== ',') return false;
      at++;
      wants = inner === '{' ? 'name' : 'value';
    } else if (next === '"') {
      match(STRING);
      wants = inner === '{' && wants !== 'value' ? 'colon' : 'comma';
    } else if (inner === '{' && wants !== 'value') return false;
    else if (next === '{' || next === '[') {
      at++;
      open.push(next);
      wants = 'first';
    } else if (match(SCALAR) === '') return isCut && text.length - at < LONGEST_WORD;
    else wants = 'comma';
  }
}

/** Of `false`. */
const LONGEST_WORD = 5;
