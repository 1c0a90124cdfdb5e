import { PictureError } from './picture-error.js';

const DOCTYPE =
  /<!DOCTYPE\s+[^"'[\]<>]*(?:"[^"]*"|'[^']*'|[^"'[\]<>])*(?:\[((?:"[^"]*"|'[^']*'|<!--[\s\S]*?-->|[^\]"'])*)\]\s*)?>/i;
const DECLARATION = /<!ENTITY\s+([\w.-]+)\s+(?:"([^"]*)"|'([^']*)')\s*>/g;
/** Illustrator declares a dozen namespaces this way. */
const MAX_ENTITIES = 64;
const MAX_VALUE_LENGTH = 1_024;

/**
 * Takes the DOCTYPE off. Its plain text entities, which drawing programs use for namespaces, are kept; whatever names
 * another file, or another entity (the way to a bomb), is refused.
 *
 * @throws {PictureError} FILE_CORRUPT
 */
export function withoutDoctype(xml: string): { body: string; entities: Map<string, string> } {
  const entities = new Map<string, string>();
  const found = DOCTYPE.exec(xml);
  const body = found ? xml.slice(0, found.index) + xml.slice(found.index + found[0].length) : xml;
  if (/<!(?:DOCTYPE|ENTITY)/i.test(body)) throw new PictureError('FILE_CORRUPT', 'its DOCTYPE is broken');
  const subset = found?.[1] ?? '';
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
