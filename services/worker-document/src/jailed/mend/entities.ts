import { Parser } from 'htmlparser2';
import type { Mended } from './old-office.js';

const PREDEFINED = ['amp', 'lt', 'gt', 'quot', 'apos'];
const DECLARED = /<!ENTITY\s+([\w.:-]{1,100})\s/g;
const REFERENCE = /&([A-Za-z_][\w.:-]{0,99});/g;
const [CDATA, CDATA_END] = ['<![CDATA[', ']]>'];

/**
 * Replaces references to entities that an XML file does not declare itself: their declarations are in files of its
 * publisher, which pandoc does not have. A name that HTML knows, such as `mdash`, is that character; any other stands for
 * text that is missing, so its name takes the place of it.
 *
 * @param file - in an encoding with the bytes of ASCII
 * @returns undefined if there is none
 */
export function mendEntities(file: Buffer): Mended | undefined {
  const text = file.toString('latin1');
  const declared = new Set([...PREDEFINED, ...[...text.matchAll(DECLARED)].map(([, name = '']) => name)]);
  const known = new Map<string, string | undefined>();
  let hasChanged = false;
  let isWhole = true;
  const replace = (part: string): string =>
    part.replace(REFERENCE, (whole, name: string) => {
      if (declared.has(name)) return whole;
      hasChanged = true;
      if (!known.has(name)) known.set(name, characterOf(name));
      const character = known.get(name);
      if (character === undefined) isWhole = false;
      return character ?? name;
    });
  const parts: string[] = [];
  for (let at = 0; at < text.length; ) {
    const start = text.indexOf(CDATA, at);
    parts.push(replace(text.slice(at, start < 0 ? undefined : start)));
    if (start < 0) break;
    const end = text.indexOf(CDATA_END, start);
    at = end < 0 ? text.length : end;
    parts.push(text.slice(start, at));
  }
  return hasChanged ? { parts: [Buffer.from(parts.join(''), 'latin1')], isWhole } : undefined;
}

/** A character as numbers of Unicode, by its name in HTML. */
function characterOf(name: string): string | undefined {
  let text = '';
  const parser = new Parser({ ontext: (part) => (text += part) }, { decodeEntities: true });
  parser.end(`&${name};`);
  if (text === `&${name};`) return undefined;
  return [...text].map((letter) => `&#${letter.codePointAt(0)};`).join('');
}
