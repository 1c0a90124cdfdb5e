import { type Container, clearFont, resolveReference } from './container.js';
import type { PackageDocument } from './package-document.js';

const MAX_IMPORTS = 3;
const FONT = /\.(?:ttf|otf|woff2?)$/i;

/** Writes a file of the book next to the page. @returns its name */
export type PlaceFile = (path: string) => Promise<string | undefined>;

/** Rewrites the style sheets of a book so that they embed their fonts and load nothing else. */
export class Styles {
  private readonly faces = new Set<string>();
  private readonly sheets: string[] = [];
  private readonly known = new Map<string, number>();

  constructor(
    private readonly container: Container,
    private readonly book: PackageDocument,
    private readonly place: PlaceFile,
  ) {}

  /** @returns the class of the sections that the sheet applies to */
  async addFile(path: string): Promise<string | undefined> {
    const text = this.known.has(path) ? '' : await this.container.text(path);
    return text === undefined ? undefined : this.add(path, text, path);
  }

  async add(key: string, text: string, base: string): Promise<string> {
    let number = this.known.get(key);
    if (number === undefined) {
      number = this.sheets.length;
      this.known.set(key, number);
      this.sheets.push('');
      this.sheets[number] = await this.prepare(text, base, 0);
    }
    return `sheet-${number}`;
  }

  /** All rules; each sheet applies to its own sections only. */
  toString(): string {
    const scoped = this.sheets.map((sheet, i) => `@scope (.sheet-${i}) {\n${sheet}\n}`);
    return [...this.faces, ...scoped].join('\n').replaceAll('</', '<\\/');
  }

  /** The value of a style attribute. */
  async inline(value: string, base: string): Promise<string> {
    return this.resolve(value, base);
  }

  private async prepare(text: string, base: string, depth: number): Promise<string> {
    const imported = await this.imports(text, base, depth);
    for (const face of fontFacesOf(text)) this.faces.add(await this.resolve(face, base));
    return imported + (await this.resolve(sectionRules(text), base));
  }

  private async imports(text: string, base: string, depth: number): Promise<string> {
    if (depth >= MAX_IMPORTS) return '';
    const sheets: string[] = [];
    for (const reference of importsOf(text)) {
      const target = resolveReference(base, reference);
      const sheet = target && 'path' in target ? await this.container.text(target.path) : undefined;
      if (sheet !== undefined && target && 'path' in target)
        sheets.push(await this.prepare(sheet, target.path, depth + 1));
    }
    return sheets.join('\n');
  }

  private resolve(text: string, base: string): Promise<string> {
    return replaceReferences(text, (reference) => this.urlOf(base, reference));
  }

  private async urlOf(base: string, reference: string): Promise<string> {
    if (/^data:(?:image|font|application)\//i.test(reference)) return reference.replaceAll('"', '');
    const target = resolveReference(base, reference);
    if (!target || !('path' in target)) return '';
    return (FONT.test(target.path) ? await this.fontOf(target.path) : await this.place(target.path)) ?? '';
  }

  private async fontOf(path: string): Promise<string | undefined> {
    const bytes = await this.container.bytes(path);
    if (!bytes) return undefined;
    const method = this.book.obfuscated.get(path);
    const font = method === undefined ? bytes : clearFont(bytes, method, this.book.identifier);
    return `data:font/ttf;base64,${font.toString('base64')}`;
  }
}

/**
 * Finds parts of a style sheet in linear time: a rule without an end is matched too, and
 * kept, because searching for the end again from each of its parts would take long.
 */
const IMPORT = /@import\s[^;{}]*;?/gi;
const IMPORTED = /^@import\s+(?:url\(\s*)?["']?([^"')\s;]+)/i;
const FONT_FACE = /@font-face\s*\{[^{}]*\}/gi;
/** Handled elsewhere, or without a meaning in a section of a page. */
const HEADER_RULE = /@(?:charset|namespace)[^;{}]*;?/gi;
/** The page layout is ours. */
const PAGE_RULE = /@page\b[^{}]*(?:\{[^{}]*\}?)?/gi;
/** A chapter is a section of our page: rules for its body apply to that section. */
const BODY = /(^|[\s,{}>;/])(?:html\s+(?:>\s*)?)?(?:body|html)(?=[\s.,:#[{>+~])/gi;
const REFERENCE = /url\(\s*(?:"([^"]*)"\s*|'([^']*)'\s*|([^()"'\s]+)\s*)?\)/gi;
/** Longer references are data URLs. */
const MAX_REFERENCE_LENGTH = 2_000;

/** The address in a rule that `IMPORT` matches. */
const importedBy = (rule: string): string | undefined =>
  rule.endsWith(';') ? IMPORTED.exec(rule)?.[1] : undefined;

/** Addresses of the sheets that a sheet imports, in order. */
export const importsOf = (css: string): string[] =>
  [...css.matchAll(IMPORT)].flatMap(([rule]) => importedBy(rule) ?? []);

/** The `@font-face` rules. */
export const fontFacesOf = (css: string): readonly string[] => css.match(FONT_FACE) ?? [];

/** The rules of a chapter's sheet, restricted to its section. */
export const sectionRules = (css: string): string =>
  css
    .replace(IMPORT, (rule) => (importedBy(rule) === undefined ? rule : ''))
    .replace(FONT_FACE, '')
    .replace(HEADER_RULE, (rule) => (rule.endsWith(';') ? '' : rule))
    .replace(PAGE_RULE, (rule) => (rule.endsWith('}') ? '' : rule))
    .replace(BODY, '$1:scope');

/** The same text with every `url()` replaced by `urlOf`, which is called once for each. */
export async function replaceReferences(
  css: string,
  urlOf: (reference: string) => Promise<string>,
): Promise<string> {
  const found = new Map<string, string>();
  for (const [whole, double, single, bare] of css.matchAll(REFERENCE)) {
    const reference = double ?? single ?? bare ?? '';
    if (reference.length > MAX_REFERENCE_LENGTH || found.has(whole)) continue;
    found.set(whole, `url("${await urlOf(reference)}")`);
  }
  return css.replace(REFERENCE, (whole) => found.get(whole) ?? whole);
}
