const OPEN_DOCUMENT = new RegExp(
  `^(?:${[
    'office:(?:document|font-face-decls|styles|automatic-styles|master-styles|settings|meta|scripts|body)',
    'office:(?:text|spreadsheet|presentation|drawing)',
    'config:config-item-(?:set|map-indexed|map-named|map-entry)',
    'style:(?:style|default-style|page-layout|master-page|header-style|footer-style)',
    'table:(?:table|table-row|table-rows|table-header-rows|table-columns|table-cell|named-expressions)',
    'text:(?:list|list-item|section|list-style|outline-style|sequence-decls)|draw:page',
  ].join('|')})$`,
);

/**
 * Parents whose white space between elements means nothing, because their content is elements alone: by format.
 *
 * - Property lists: Apple's DTD, PropertyList-1.0.
 * - OPML 2.0: text is in attributes, and in the fields of `head`.
 * - FictionBook 2.1: the types of its schema that are not mixed.
 * - OpenDocument 1.3, part 3, 3.13 and the schema: white space is dropped where text is not allowed.
 */
const ELEMENT_ONLY: Readonly<Record<string, RegExp>> = {
  plist: /^(?:plist|dict|array)$/,
  opml: /^(?:opml|head|body|outline)$/,
  fb2: /^(?:FictionBook|description|title-info|src-title-info|document-info|publish-info|author|translator|coverpage|body|section|title|epigraph|annotation|cite|poem|stanza|history|table|tr)$/,
  fodt: OPEN_DOCUMENT,
  fods: OPEN_DOCUMENT,
  fodp: OPEN_DOCUMENT,
  fodg: OPEN_DOCUMENT,
};
/** A signature is of the canonical form, with all white space in elements. */
const KEEPS_SPACE = /xml:space\s*=|http:\/\/www\.w3\.org\/2000\/09\/xmldsig#/;
const VERSION_1_1 = /^<\?xml\s+version\s*=\s*["']1\.1/;
/** Pages have rules of their own, for empty elements among others. */
const PAGE = /^(?:[\w.-]+:)?html$/i;
const IS_SPACE = /^[ \t\r\n]*$/;
const NAME = /[^\s/>=<"'&]+/y;
const ATTRIBUTE = /([^\s/>=<"'&]+)[ \t\r\n]*=[ \t\r\n]*("[^"<]*"|'[^'<]*')/y;
const SPACE = /[ \t\r\n]+/y;

/** One part of a text; `inner` is what a start tag says, without marks. */
interface Token {
  readonly kind: 'start' | 'empty' | 'end' | 'text' | 'other' | 'space';
  readonly text: string;
  /** Of an element. */
  readonly name: string;
}

/** Why a text stays as it is. */
class NotPlain extends Error {}

/**
 * XML in fewer characters, with the same canonical form but for white space between the elements of some formats.
 *
 * @returns undefined if it is not well-formed, or anything else than plain XML 1.0
 */
export function tidied(text: string, format: string): string | undefined {
  try {
    return written(text, KEEPS_SPACE.test(text) ? undefined : ELEMENT_ONLY[format]);
  } catch (error) {
    if (error instanceof NotPlain) return undefined;
    throw error;
  }
}

function written(text: string, elementOnly: RegExp | undefined): string {
  const parts: string[] = [];
  const open: string[] = [];
  let [before, token]: (Token | undefined)[] = [];
  const add = (next?: Token): void => {
    if (!token) return;
    const parent = open.at(-1);
    if (token.kind === 'end') open.pop();
    if (token.kind === 'start') open.push(token.name);
    if (token.kind === 'end' && before?.kind === 'start') {
      parts.push(`${parts.pop()?.slice(0, -1)}/>`);
    } else if (token.kind !== 'space') parts.push(token.text);
    else if (parent === undefined) parts.push(before && next ? '\n' : '');
    // Beside a section of text, white space is a part of the text.
    else if (!elementOnly?.test(parent) || !isMarkup(before) || !isMarkup(next)) parts.push(token.text);
  };
  // Parsers do the same before all else: XML 1.0, 2.11.
  for (const next of tokensOf(text.replaceAll('\r\n', '\n'))) {
    add(next);
    [before, token] = [token, next];
  }
  add();
  return parts.join('');
}

const isMarkup = (token: Token | undefined): boolean =>
  token !== undefined && token.kind !== 'text' && token.kind !== 'space' && !isSection(token);
const isSection = ({ text }: Token): boolean => text.startsWith('<![CDATA[');

/** @throws {NotPlain} if tags do not match, or something cannot be told for sure */
function* tokensOf(text: string): Generator<Token> {
  const open: string[] = [];
  let hasRoot = false;
  if (VERSION_1_1.test(text)) throw new NotPlain();
  for (let at = 0; at < text.length; ) {
    const { token, end } = tokenAt(text, at);
    const { kind, name } = token;
    const isOutside = open.length === 0;
    if (isOutside && (kind === 'text' || isSection(token))) throw new NotPlain();
    if (kind === 'other' && at > 0 && /^<\?xml\s/.test(token.text)) throw new NotPlain();
    if (hasRoot && token.text.startsWith('<!DOCTYPE')) throw new NotPlain();
    if (kind === 'end' && open.pop() !== name) throw new NotPlain();
    if (kind === 'start' || kind === 'empty') {
      if (isOutside && (hasRoot || PAGE.test(name))) throw new NotPlain();
      hasRoot = true;
    }
    if (kind === 'start') open.push(name);
    yield token;
    at = end;
  }
  if (!hasRoot || open.length > 0) throw new NotPlain();
}

interface Found {
  readonly token: Token;
  readonly end: number;
}

/** Ends of what no tag is. */
const ENDS: readonly (readonly [start: string, end: string])[] = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
  ['<!DOCTYPE', '>'],
];

function tokenAt(text: string, at: number): Found {
  if (text[at] === '<')
    return text[at + 1] === '!' || text[at + 1] === '?' ? otherAt(text, at) : tagAt(text, at);
  const next = text.indexOf('<', at);
  const end = next < 0 ? text.length : next;
  const content = text.slice(at, end);
  return { token: { kind: IS_SPACE.test(content) ? 'space' : 'text', text: content, name: '' }, end };
}

/** A comment, a section, an instruction, or a document type without definitions of its own. */
function otherAt(text: string, at: number): Found {
  const [start, mark] = ENDS.find(([start]) => text.startsWith(start, at)) ?? [];
  if (start === undefined || mark === undefined) throw new NotPlain();
  const close = text.indexOf(mark, at + start.length);
  if (close < 0) throw new NotPlain();
  const end = close + mark.length;
  const content = text.slice(at, end);
  // Definitions may change what everything else means.
  if (start === '<!DOCTYPE' && /[[<]/.test(content.slice(1))) throw new NotPlain();
  if (/^<!DOCTYPE\s+html\b/i.test(content)) throw new NotPlain();
  return { token: { kind: 'other', text: content, name: '' }, end };
}

function tagAt(text: string, at: number): Found {
  const isEnd = text[at + 1] === '/';
  NAME.lastIndex = at + (isEnd ? 2 : 1);
  const name = NAME.exec(text)?.[0];
  if (name === undefined) throw new NotPlain();
  let end = NAME.lastIndex;
  const attributes: string[] = [];
  for (;;) {
    SPACE.lastIndex = end;
    const hasSpace = SPACE.test(text);
    if (hasSpace) end = SPACE.lastIndex;
    ATTRIBUTE.lastIndex = end;
    const attribute = hasSpace && !isEnd ? ATTRIBUTE.exec(text) : null;
    if (!attribute) break;
    attributes.push(` ${attribute[1]}=${attribute[2]}`);
    end = ATTRIBUTE.lastIndex;
  }
  const isEmpty = !isEnd && text[end] === '/';
  if (isEmpty) end += 1;
  if (text[end] !== '>') throw new NotPlain();
  const kind = isEnd ? 'end' : isEmpty ? 'empty' : 'start';
  const content = `<${isEnd ? '/' : ''}${name}${attributes.join('')}${isEmpty ? '/' : ''}>`;
  return { token: { kind, text: content, name }, end: end + 1 };
}
