import { type Container, clearFont } from './container.js';
import type { PackageDocument } from './package-document.js';
import { resolveReference } from './paths.js';

const MAX_IMPORTS = 3;
const FONT = /\.(?:ttf|otf|woff2?)$/i;
/** References longer than this hold their content themselves. */
const REFERENCE = /url\(\s*(?:"([^"]{0,2000})"|'([^']{0,2000})'|([^)"'\s]{0,2000}))\s*\)/gi;
const IMPORT = /@import\s+(?:url\(\s*)?["']?([^"')\s;]{1,2000})["']?\s*\)?[^;{}]{0,200};/gi;
const FONT_FACE = /@font-face\s*\{[^{}]{0,5000}\}/gi;
/** Pages are ours to lay out; the others are told elsewhere or mean nothing here. */
const LEFT_OUT = /@(?:charset|namespace)[^;{}]{0,500};|@page\b[^{}]{0,200}\{[^{}]{0,5000}\}/gi;
/** A chapter is a section of our page: what a style sheet says of its body, it says of that. */
const BODY = /(^|[\s,{}>;/])(?:html\s+>?\s*)?(?:body|html)(?=[\s.,:#[{>+~])/gi;

/** Gives a file of the book a name beside the page. */
export type Place = (path: string) => Promise<string | undefined>;

/** Turns the style sheets of a book into ones that hold their fonts and reach nothing else. */
export class Styles {
  private readonly faces = new Set<string>();
  private readonly sheets: string[] = [];
  private readonly known = new Map<string, number>();

  constructor(
    private readonly container: Container,
    private readonly book: PackageDocument,
    private readonly place: Place,
  ) {}

  /** @returns the class of the sections that the sheet styles */
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

  /** All of it; each sheet rules its own sections alone. */
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
    const faces = text.match(FONT_FACE) ?? [];
    for (const face of faces) this.faces.add(await this.resolve(face, base));
    const rest = text
      .replace(IMPORT, '')
      .replace(FONT_FACE, '')
      .replace(LEFT_OUT, '')
      .replace(BODY, '$1:scope');
    return imported + (await this.resolve(rest, base));
  }

  private async imports(text: string, base: string, depth: number): Promise<string> {
    if (depth >= MAX_IMPORTS) return '';
    const sheets: string[] = [];
    for (const [, reference = ''] of text.matchAll(IMPORT)) {
      const target = resolveReference(base, reference);
      const sheet = target && 'path' in target ? await this.container.text(target.path) : undefined;
      if (sheet !== undefined && target && 'path' in target)
        sheets.push(await this.prepare(sheet, target.path, depth + 1));
    }
    return sheets.join('\n');
  }

  private async resolve(text: string, base: string): Promise<string> {
    const found = new Map<string, string>();
    for (const [whole, double, single, bare] of text.matchAll(REFERENCE)) {
      if (!found.has(whole))
        found.set(whole, `url("${await this.urlOf(base, double ?? single ?? bare ?? '')}")`);
    }
    return text.replace(REFERENCE, (whole) => found.get(whole) ?? '');
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
