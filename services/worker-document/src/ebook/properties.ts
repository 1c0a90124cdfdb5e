import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { withPackage } from '@filemill/inspect';
import type { Step } from '@filemill/worker';

/** Elements of docProps/core.xml (ECMA-376 part 2, section 11.1) by the names of pandoc's fields. */
const CORE: readonly (readonly [element: string, field: string])[] = [
  ['dc:title', 'title'],
  ['dc:language', 'language'],
  ['dc:description', 'description'],
  ['dc:subject', 'subject'],
  ['dc:identifier', 'identifier'],
  ['dcterms:created', 'date'],
];
/** Names of custom properties, as pandoc writes them, that say what a book says. */
const CUSTOM = ['publisher', 'identifier', 'date', 'rights', 'language'];
const MAX_CHARACTERS = 10_000;

/**
 * Puts what a Word file says about itself where the filter finds it: pandoc's reader of Word leaves it out, and a file is the
 * one way into pandoc on which a stranger's words cannot be taken for options or markup.
 */
export async function writeProperties({ input, folder }: Step): Promise<void> {
  const fields = await withPackage(input.path, async ({ text }) => ({
    ...coreFields((await text('docProps/core.xml')) ?? ''),
    ...customFields((await text('docProps/custom.xml')) ?? ''),
  }));
  const lines = Object.entries(fields).map(([name, value]) => `${name} = ${luaOf(value)},`);
  await writeFile(join(folder.in, 'properties.lua'), `return {\n${lines.join('\n')}\n}\n`);
}

function coreFields(xml: string): Record<string, string | string[]> {
  const fields: Record<string, string | string[]> = {};
  for (const [element, field] of CORE) {
    const value = contentOf(xml, element);
    if (value) fields[field] = value;
  }
  const authors =
    contentOf(xml, 'dc:creator')
      ?.split(/\s*;\s*/)
      .filter(Boolean) ?? [];
  if (authors.length > 0) fields.authors = authors;
  return fields;
}

function customFields(xml: string): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const [, name = '', value = ''] of xml.matchAll(
    /<property\b[^<>]*\bname="([^"<>]*)"[^<>]*><vt:lpwstr>([^<]*)</g,
  )) {
    if (CUSTOM.includes(name) && value) fields[name] = unescaped(value);
  }
  return fields;
}

function contentOf(xml: string, element: string): string | undefined {
  const value = new RegExp(`<${element}(?:\\s[^<>]*)?>([^<]*)<`).exec(xml)?.[1];
  return value === undefined ? undefined : unescaped(value).trim();
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };
const unescaped = (text: string): string =>
  text
    .slice(0, MAX_CHARACTERS)
    .replace(/&(lt|gt|quot|apos|amp);/g, (_, name: string) => ENTITIES[name] ?? '');

/** A Lua literal in which every byte is a number: nothing in it can end it. */
const luaOf = (value: string | readonly string[]): string =>
  typeof value === 'string'
    ? `"${[...Buffer.from(value)].map((byte) => `\\${String(byte).padStart(3, '0')}`).join('')}"`
    : `{${value.map(luaOf).join(', ')}}`;
