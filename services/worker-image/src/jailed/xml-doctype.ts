import { PictureError } from './picture-error.js';

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
