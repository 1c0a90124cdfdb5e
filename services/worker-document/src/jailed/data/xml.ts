import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { heldByXml } from '../text/xml-text.js';
import {
  type Conversion,
  type DataOptions,
  isList,
  isMap,
  isScalar,
  Refused,
  scalarText,
  type Value,
} from './model.js';

/** An element that is being read. */
interface OpenElement {
  readonly name: string;
  readonly content: Map<string, Value>;
  text: string;
  /** Whether text came after a child. */
  isMixed: boolean;
}

/** Events of an XML file; entities other than the five of XML end it, as no declaration is followed. */
export function parseXml(
  text: string,
  on: {
    open: (name: string, attributes: Readonly<Record<string, string>>) => void;
    close: (name: string) => void;
    text: (text: string) => void;
    comment?: () => void;
  },
): void {
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw new Refused('corrupt', `it is not XML: ${error.message.slice(0, 200)}`);
  });
  parser.on('opentag', (tag: SaxesTagPlain) => on.open(tag.name, tag.attributes));
  parser.on('closetag', (tag: SaxesTagPlain) => on.close(tag.name));
  parser.on('text', on.text);
  parser.on('cdata', on.text);
  if (on.comment) parser.on('comment', on.comment);
  // An encoding that the file declares does not hold any more: it is decoded.
  parser.write(text.replace(/^(<\?xml[^>]{0,200}?) encoding=["'][\w.-]{1,40}["']/, '$1'));
  parser.close();
}

/**
 * Reads XML as a map of its root element: attributes are names with `@`, text beside them is `#text`, elements of one name
 * are a list. All values are text.
 */
export function readXml(text: string, conversion: Conversion): Value {
  const result = new Map<string, Value>();
  const opened: OpenElement[] = [];
  parseXml(text, {
    comment: () => conversion.lose('comments_dropped'),
    open(name, attributes) {
      conversion.count(opened.length);
      const content = new Map<string, Value>();
      for (const [key, value] of Object.entries(attributes)) {
        conversion.count(opened.length);
        conversion.put(content, `@${key}`, value);
      }
      opened.push({ name, content, text: '', isMixed: false });
    },
    text(part) {
      const element = opened.at(-1);
      if (!element) return;
      if (element.content.size > 0 && part.trim() !== '') element.isMixed = true;
      element.text += part;
    },
    close() {
      const element = opened.pop() as OpenElement;
      append(opened.at(-1)?.content ?? result, element.name, elementValue(element, conversion), conversion);
    },
  });
  return result;
}

function elementValue({ content, text, isMixed }: OpenElement, conversion: Conversion): Value {
  const hasElements = [...content.keys()].some((name) => !name.startsWith('@'));
  if (content.size === 0) return text === '' ? null : text;
  if (text.trim() === '') return content;
  if (isMixed && hasElements) conversion.lose('nesting_changed');
  conversion.put(content, '#text', text);
  return content;
}

function append(map: Map<string, Value>, name: string, value: Value, conversion: Conversion): void {
  const known = map.get(name);
  if (known === undefined) conversion.put(map, name, value);
  else if (isList(known)) (known as Value[]).push(value);
  else map.set(name, [known, value]);
}

/** A name of an element; the prefix of a namespace stays. */
const NAME = /^[\p{L}_][\p{L}\p{M}\p{N}_.-]*(?::[\p{L}_][\p{L}\p{M}\p{N}_.-]*)?$/u;
const NOT_IN_NAME = /[^\p{L}\p{M}\p{N}_.-]/gu;
const ENTITIES: Readonly<Record<string, string>> = {
  ...{ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' },
  ...{ '\r': '&#13;', '\n': '&#10;', '\t': '&#9;' },
};

/** Text between tags. */
export const escapeXml = (text: string): string =>
  heldByXml(text).replace(/[&<>\r]/g, (character) => ENTITIES[character] ?? character);

const escapeAttribute = (text: string): string =>
  escapeXml(text).replace(/["\n\t]/g, (character) => ENTITIES[character] ?? character);

/** Writes what {@link readXml} reads back; a map with one name is the root element, everything else is in `root`. */
export function writeXml(
  value: Value,
  conversion: Conversion,
  { indent: spaces = 2 }: DataOptions = {},
): string {
  const step = ' '.repeat(spaces);
  const lines = ['<?xml version="1.0" encoding="UTF-8"?>'];
  const nameOf = (name: string): string => {
    // What begins with `xml` is reserved.
    if (NAME.test(name) && !/^xmlns:?$/i.test(name)) return name;
    conversion.lose('names_changed');
    const safe = name.replace(NOT_IN_NAME, '_');
    return /^[\p{L}_]/u.test(safe) ? safe : `_${safe}`;
  };
  const textOf = (scalar: Value): string => {
    if (typeof scalar !== 'string' && scalar !== null) conversion.lose('value_types_dropped');
    return isScalar(scalar) ? scalarText(scalar) : '';
  };
  const write = (name: string, each: Value, indent: string): void => {
    if (isList(each)) {
      if (each.length === 0) conversion.lose('nesting_changed');
      for (const item of each) write(name, isList(item) ? listOf(item) : item, indent);
      return;
    }
    const tag = nameOf(name);
    if (!isMap(each)) {
      const text = textOf(each);
      lines.push(`${indent}<${tag}${text === '' ? '/>' : `>${escapeXml(text)}</${tag}>`}`);
      return;
    }
    const isAttribute = ([key, item]: readonly [string, Value]): boolean =>
      key.startsWith('@') && NAME.test(key.slice(1)) && isScalar(item);
    const attributes = [...each]
      .filter(isAttribute)
      .map(([key, item]) => ` ${key.slice(1)}="${escapeAttribute(textOf(item))}"`)
      .join('');
    const text = each.get('#text');
    const children = [...each].filter((entry) => !isAttribute(entry) && entry[0] !== '#text');
    if (children.length === 0) {
      const inner = text === undefined || !isScalar(text) ? '' : escapeXml(textOf(text));
      lines.push(`${indent}<${tag}${attributes}${inner === '' ? '/>' : `>${inner}</${tag}>`}`);
      return;
    }
    lines.push(
      `${indent}<${tag}${attributes}>${text !== undefined && isScalar(text) ? escapeXml(textOf(text)) : ''}`,
    );
    for (const [key, item] of children) write(key, item, indent + step);
    lines.push(`${indent}</${tag}>`);
  };
  const listOf = (list: readonly Value[]): Value => {
    conversion.lose('nesting_changed');
    return new Map([['item', list]]);
  };
  const [only] = isMap(value) && value.size === 1 ? [...value] : [];
  const isRoot =
    only !== undefined && !isList(only[1]) && !only[0].startsWith('@') && !only[0].startsWith('#');
  if (isRoot) write(only[0], only[1], '');
  else {
    if (!isMap(value)) conversion.lose('nesting_changed');
    write('root', isList(value) ? new Map([['item', value]]) : value, '');
  }
  return `${lines.join(spaces === 0 ? '' : '\n')}\n`;
}
