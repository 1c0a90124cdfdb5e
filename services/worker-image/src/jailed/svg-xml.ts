import { PictureError } from './picture-error.js';

/** A token of an XML text. Comments and processing instructions are skipped. */
export type XmlToken =
  | {
      readonly type: 'open';
      readonly name: string;
      readonly attributes: readonly (readonly [string, string])[];
      readonly closed: boolean;
    }
  | { readonly type: 'close'; readonly name: string }
  | { readonly type: 'text'; readonly text: string };

const NAME = '[A-Za-z_\\u0080-\\uffff][\\w:.\\-\\u0080-\\uffff]*';
const SKIPPED = /<!--[\s\S]*?-->|<\?[\s\S]*?\?>/y;
const CDATA = /<!\[CDATA\[([\s\S]*?)\]\]>/y;
/** White space of XML (1.0, section 2.3): other characters that `\s` matches may be part of a name. */
const SPACE = '[ \\t\\r\\n]';
const CLOSE = new RegExp(`</(${NAME})${SPACE}*>`, 'y');
const ATTRIBUTE_SOURCE = `${SPACE}+(${NAME})${SPACE}*=${SPACE}*("[^"]*"|'[^']*')`;
const ATTRIBUTE = new RegExp(ATTRIBUTE_SOURCE, 'gy');
const OPEN = new RegExp(`<(${NAME})((?:${ATTRIBUTE_SOURCE})*)${SPACE}*(/?)>`, 'y');
const TEXT = /[^<]+/y;
const REFERENCE = /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([\w.-]+));/gi;
const PREDEFINED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/**
 * Splits an XML text without its DOCTYPE into tokens, with all references resolved. It refuses everything that it does
 * not understand, so the next parser sees nothing new.
 *
 * @param entities - values of the document's own entities, literal text
 * @throws {PictureError} FILE_CORRUPT
 */
export function* xmlTokens(xml: string, entities: ReadonlyMap<string, string>): Generator<XmlToken> {
  const resolve = (text: string): string =>
    text.replace(REFERENCE, (whole, hex?: string, decimal?: string, name?: string) => {
      if (hex || decimal) return codePoint(hex ? Number.parseInt(hex, 16) : Number(decimal));
      const value = PREDEFINED[name ?? ''] ?? entities.get(name ?? '');
      if (value === undefined) throw new PictureError('FILE_CORRUPT', `the entity ${whole} is not declared`);
      return value;
    });
  let at = 0;
  const match = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const found = pattern.exec(xml);
    if (found) at = pattern.lastIndex;
    return found;
  };
  while (at < xml.length) {
    if (match(SKIPPED)) continue;
    const text = match(TEXT);
    if (text) {
      yield { type: 'text', text: resolve(text[0]) };
      continue;
    }
    const cdata = match(CDATA);
    if (cdata) {
      yield { type: 'text', text: cdata[1] ?? '' };
      continue;
    }
    const close = match(CLOSE);
    if (close) {
      yield { type: 'close', name: close[1] ?? '' };
      continue;
    }
    const open = match(OPEN);
    if (!open) throw new PictureError('FILE_CORRUPT', 'its XML is broken');
    const attributes = [...(open[2] ?? '').matchAll(ATTRIBUTE)].map(
      ([, name = '', quoted = '']) => [name, resolve(quoted.slice(1, -1))] as const,
    );
    yield { type: 'open', name: open[1] ?? '', attributes, closed: open[5] === '/' };
  }
}

/** Removes characters that XML 1.0 forbids. */
function codePoint(value: number): string {
  const allowed =
    value === 9 ||
    value === 10 ||
    value === 13 ||
    (value >= 32 && value <= 0xd7ff) ||
    (value >= 0xe000 && value <= 0x10ffff);
  return allowed && value !== 0xfffe && value !== 0xffff ? String.fromCodePoint(value) : '';
}

/** Escapes a text for the content or an attribute of XML. */
export const escapeXml = (text: string): string =>
  text.replace(/[&<>"]/g, (c) => (c === '&' ? '&amp;' : c === '<' ? '&lt;' : c === '>' ? '&gt;' : '&quot;'));

/**
 * Parts of a DOCTYPE before and between its square brackets (XML 1.0, section 2.8). A comment without an end extends
 * to the end of the text: otherwise each `<!--` would search for its own.
 */
const OUTSIDE = /[^"'[\]<>]+|"[^"]*"|'[^']*'/y;
const INSIDE = /[^"'\]<]+|"[^"]*"|'[^']*'|<!--[\s\S]*?(?:-->|$)|</y;
const DECLARATION = /<!ENTITY\s+([\w.-]+)\s+(?:"([^"]*)"|'([^']*)')\s*>/g;
/** Illustrator declares a dozen namespaces this way. */
const MAX_ENTITIES = 64;
const MAX_VALUE_LENGTH = 1_024;

/**
 * Removes the DOCTYPE. Its plain text entities, which drawing programs use for namespaces, are kept; an entity that names
 * another file, or another entity (an entity bomb), is refused.
 *
 * @throws {PictureError} FILE_CORRUPT
 */
export function withoutDoctype(xml: string): { body: string; entities: Map<string, string> } {
  const entities = new Map<string, string>();
  const found = findDoctype(xml);
  const body = found ? xml.slice(0, found.start) + xml.slice(found.end) : xml;
  if (/<!(?:DOCTYPE|ENTITY)/i.test(body)) throw new PictureError('FILE_CORRUPT', 'its DOCTYPE is broken');
  const subset = found?.subset ?? '';
  for (const [, name = '', double, single] of subset.matchAll(DECLARATION)) {
    const value = double ?? single ?? '';
    if (/[&%<]/.test(value) || value.length > MAX_VALUE_LENGTH || entities.size >= MAX_ENTITIES) {
      throw new PictureError('FILE_CORRUPT', 'it declares entities that are not plain text');
    }
    entities.set(name, value);
  }
  if (/<!ENTITY/i.test(subset.replace(DECLARATION, ''))) {
    throw new PictureError('FILE_CORRUPT', 'it declares entities outside the file');
  }
  return { body, entities };
}

/** Offset of the first DOCTYPE, and the content of its square brackets; undefined if it has no end. */
function findDoctype(xml: string): { start: number; end: number; subset: string } | undefined {
  const start = xml.search(/<!DOCTYPE\s/i);
  if (start < 0) return undefined;
  let at = start + '<!DOCTYPE'.length;
  const skip = (part: RegExp): void => {
    for (part.lastIndex = at; part.test(xml); ) at = part.lastIndex;
  };
  let subset = '';
  skip(OUTSIDE);
  if (xml[at] === '[') {
    const from = ++at;
    skip(INSIDE);
    if (xml[at] !== ']') return undefined;
    subset = xml.slice(from, at++);
    while (/\s/.test(xml[at] ?? '')) at++;
  }
  return xml[at] === '>' ? { start, end: at + 1, subset } : undefined;
}
