import { DomUtils, parseDocument } from 'htmlparser2';

/** Elements of docProps/core.xml (ECMA-376 part 2, section 11.1) by pandoc's field names. */
const CORE: Readonly<Record<string, string>> = {
  'dc:title': 'title',
  'dc:language': 'language',
  'dc:description': 'description',
  'dc:subject': 'subject',
  'dc:identifier': 'identifier',
  'dcterms:created': 'date',
};
/** Custom properties, by pandoc's names, for the other metadata of a book. */
const CUSTOM = ['publisher', 'identifier', 'date', 'rights', 'language'];

/** A Word file's metadata, by pandoc's field names: pandoc's own reader omits it. */
export function wordProperties(core: string, custom: string): Record<string, string | readonly string[]> {
  const fields: Record<string, string | readonly string[]> = {};
  const elements = (xml: string) =>
    DomUtils.findAll(() => true, parseDocument(xml, { xmlMode: true }).children);
  for (const element of elements(core)) {
    const text = DomUtils.textContent(element).trim();
    const field = CORE[element.name];
    if (field && text) fields[field] = text;
    if (element.name === 'dc:creator' && text)
      fields.authors = text
        .split(';')
        .map((author) => author.trim())
        .filter(Boolean);
  }
  for (const element of elements(custom)) {
    const { name = '' } = element.attribs;
    const text = DomUtils.textContent(element).trim();
    if (element.name === 'property' && CUSTOM.includes(name) && text) fields[name] = text;
  }
  return fields;
}

/** A value that can be written as Lua source. */
export type LuaValue = string | number | readonly LuaValue[] | { readonly [name: string]: LuaValue };

/**
 * A value as Lua source in which every byte of a text is a number, so that no text can end the literal.
 *
 * @param value - its keys are ours, and consist of letters
 */
export function toLua(value: LuaValue): string {
  if (typeof value === 'number') return `${value}`;
  if (typeof value === 'string') {
    return `"${[...Buffer.from(value)].map((byte) => `\\${String(byte).padStart(3, '0')}`).join('')}"`;
  }
  if (Array.isArray(value)) return `{${value.map(toLua).join(',')}}`;
  return `{${Object.entries(value)
    .map(([name, inner]) => `${name}=${toLua(inner)}`)
    .join(',')}}`;
}
