import { type Container, clearFont, resolveReference } from './container.js';
import { fontFacesOf, importsOf, replaceReferences, sectionRules } from './css-rules.js';
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
