import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { deflateSync, inflateSync } from 'node:zlib';
import type { Route } from '@filemill/formats';
import { afterAll } from '@jest/globals';

/** A folder of the suite that imports this, removed afterwards. */
const root = mkdtempSync(join(tmpdir(), 'fonts-'));
afterAll(() => rmSync(root, { recursive: true }));

const script = (name: string): string => fileURLToPath(new URL(`./fixtures/${name}`, import.meta.url));
const python = (...args: string[]): string =>
  execFileSync('/usr/bin/python3', ['-I', ...args], { encoding: 'utf8', maxBuffer: 2 ** 26 });

/** What FreeType reads from a font; digests by table tag. */
export interface FontReport {
  readonly glyphs: number;
  /** Of every point of every glyph. */
  readonly outlines: string;
  /** Of every advance width. */
  readonly advances: string;
  /** Of the table `head`, without the fields that writing changes. */
  readonly head: string;
  readonly tables: Readonly<Record<string, string>>;
}

/** What fontTools reads in each of some fonts. */
export const inspectFonts = (...paths: string[]): FontReport[] =>
  JSON.parse(python(script('inspect-font.py'), ...paths)) as FontReport[];

/** Largest distance between outlines, in thousandths of the em. @param glyphs - approximate number of measured glyphs */
export const maxOutlineDistance = (before: string, after: string, glyphs = 4): number =>
  Number(python(script('measure-outlines.py'), before, after, `${glyphs}`));

/** Names and coverage as fontconfig reads them, a line for each style and instance. */
export const scan = (path: string): string =>
  execFileSync('/usr/bin/fc-scan', [
    '--format',
    '%{family}|%{style}|%{fullname}|%{postscriptname}|%{weight}|%{slant}|%{charset}|%{lang}|%{variable}\n',
    path,
  ]).toString();

/** The fonts of `fixtures/make-fonts.py` in their own folder. @returns path by file name */
export function makeFonts(): (name: string) => string {
  const folder = mkdtempSync(join(root, 'made-'));
  python(script('make-fonts.py'), folder);
  return (name) => join(folder, name);
}

/** A collection and a suitcase of some fonts. @returns path by extension */
export function makeSuitcases(...fonts: string[]): { ttc: string; dfont: string } {
  const folder = mkdtempSync(join(root, 'suitcases-'));
  python(script('make-suitcases.py'), folder, ...fonts);
  return { ttc: join(folder, 'two.ttc'), dfont: join(folder, 'two.dfont') };
}

/** A font of Type 1 in both forms, assembled by t1utils. @returns path by extension */
export function makeTypeOnes(font: string): { pfa: string; pfb: string } {
  const source = execFileSync('/usr/bin/t1disasm', [font], { maxBuffer: 2 ** 26 });
  const assembled = (form: string): Buffer =>
    execFileSync('/usr/bin/t1asm', [form], { input: source, maxBuffer: 2 ** 26 });
  return { pfa: fileOf(assembled('-a'), 'in.pfa'), pfb: fileOf(assembled('-b'), 'in.pfb') };
}

/** A bitmap font of 16 pixels, drawn from another font by otf2bdf. @returns its path */
export function makeBitmaps(font: string): string {
  const path = join(mkdtempSync(join(root, 'bitmaps-')), 'in.bdf');
  const made = spawnSync('/usr/bin/otf2bdf', ['-p', '16', '-r', '72', '-o', path, font], {
    encoding: 'utf8',
  });
  // It ends with the number of errors, or with a number of its own.
  if (!readFileSync(path, 'latin1').includes('ENDFONT')) throw new Error(made.stderr);
  return path;
}

/** Another file of a font, by FontForge: of a UFO and of a drawing OpenType, and of a font the folder of a UFO. */
function byFontForge(input: string, name: string): string {
  const path = join(mkdtempSync(join(root, 'forged-')), name);
  const script = 'import fontforge, sys; fontforge.open(sys.argv[1]).generate(sys.argv[2])';
  execFileSync('/usr/bin/fontforge', ['-lang=py', '-c', script, input, path], { stdio: 'ignore' });
  return path;
}

/** A zip with the folder of a font that FontForge has written. @returns its path */
export function makeUfo(font: string): string {
  const folder = byFontForge(font, 'Made.ufo');
  const path = `${folder}z`;
  execFileSync('/usr/bin/bsdtar', ['--format=zip', '-cf', path, '-C', dirname(folder), 'Made.ufo']);
  return path;
}

/** OpenType of what FontForge reads in a UFO or an SVG font. */
export function forgedOf(path: string): string {
  if (path.endsWith('.svg') || path.endsWith('.svgfont')) return byFontForge(path, 'forged.otf');
  const folder = mkdtempSync(join(root, 'unpacked-'));
  execFileSync('/usr/bin/bsdtar', ['-xf', path, '-C', folder]);
  return byFontForge(join(folder, 'Font.ufo'), 'forged.otf');
}

/** A copy of a zip with another text as one of its files. */
export function withFile(path: string, name: string, text: string): string {
  const folder = mkdtempSync(join(root, 'changed-'));
  execFileSync('/usr/bin/bsdtar', ['-xf', path, '-C', folder]);
  writeFileSync(join(folder, name), text);
  const changed = join(folder, 'changed.ufoz');
  execFileSync('/usr/bin/bsdtar', ['--format=zip', '-cf', changed, '-C', folder, dirname(name)]);
  return changed;
}

/** Widths of texts as HarfBuzz sets them with a font, in its units. */
export const widthsOf = (path: string, ...texts: string[]): number[] =>
  texts.map((text) => {
    const shaped = execFileSync('/usr/bin/hb-shape', ['-O', 'json', path, text], { encoding: 'utf8' });
    return (JSON.parse(shaped) as { ax: number }[]).reduce((sum, { ax }) => sum + ax, 0);
  });

/** What FreeType draws of the characters of a bitmap font, and of one with outlines at the same size. */
export const comparePixels = (bitmaps: string, outlines: string) =>
  JSON.parse(python(script('compare-pixels.py'), bitmaps, outlines)) as {
    readonly characters: number;
    readonly different: number;
  };

/** What FreeType finds of the characters of one font in another one; the largest difference in thousandths of the em. */
export const compareCharacters = (before: string, after: string) =>
  JSON.parse(python(script('compare-characters.py'), before, after)) as {
    readonly characters: number;
    readonly lacking: number;
    readonly worst: number;
  };

/** One table of a font file that a test changes. */
export interface RawTable {
  tag: string;
  bytes: Buffer;
}

/** The tables of an OpenType file. */
export function tablesOf(path: string): RawTable[] {
  const file = readFileSync(path);
  return Array.from({ length: file.readUInt16BE(4) }, (_, i) => {
    const at = 12 + 16 * i;
    const offset = file.readUInt32BE(at + 8);
    const bytes = Buffer.from(file.subarray(offset, offset + file.readUInt32BE(at + 12)));
    return { tag: file.toString('latin1', at, at + 4), bytes };
  });
}

/** An OpenType file with some tables, without checksums, which no reader verifies. */
export function sfntOf(tables: readonly RawTable[], version = '\0\x01\0\0'): Buffer {
  const directory = Buffer.alloc(12 + 16 * tables.length);
  directory.write(version, 'latin1');
  directory.writeUInt16BE(tables.length, 4);
  const parts: Buffer[] = [directory];
  let offset = directory.length;
  for (const [i, { tag, bytes }] of tables.entries()) {
    directory.write(tag, 12 + 16 * i, 'latin1');
    directory.writeUInt32BE(offset, 12 + 16 * i + 8);
    directory.writeUInt32BE(bytes.length, 12 + 16 * i + 12);
    const padded = Buffer.alloc(Math.ceil(bytes.length / 4) * 4);
    bytes.copy(padded);
    parts.push(padded);
    offset += padded.length;
  }
  return Buffer.concat(parts);
}

/** One file of a web font kit, by a program that did not pack it. */
export const inKit = (path: string, name: string): Buffer =>
  execFileSync('/usr/bin/bsdtar', ['-xOf', path, name], { maxBuffer: 2 ** 26 });

/** The path of a font that FreeType opens: that in an EOT or a kit, or the file itself. */
export function plainOf(path: string): string {
  if (path.endsWith('.zip')) return fileOf(inKit(path, 'font.woff2'), 'font.woff2');
  if (!path.endsWith('.eot')) return path;
  const file = readFileSync(path);
  const end = file.readUInt32LE(0);
  return fileOf(file.subarray(end - file.readUInt32LE(4), end), 'plain.ttf');
}

/** A file with these bytes. */
export function fileOf(bytes: Uint8Array | string, name: string): string {
  const path = join(mkdtempSync(join(root, 'font-')), name);
  writeFileSync(path, bytes);
  return path;
}

/** Rewrites a WOFF file: appends metadata and private data (W3C WOFF 1.0, sections 6 and 7). */
export function withMetadata(path: string, metadata: string): Buffer {
  const file = readFileSync(path);
  const packed = deflateSync(metadata);
  const padding = Buffer.alloc((4 - (packed.length % 4)) % 4);
  const extra = Buffer.from('private data');
  file.writeUInt32BE(file.length, 24);
  file.writeUInt32BE(packed.length, 28);
  file.writeUInt32BE(Buffer.byteLength(metadata), 32);
  file.writeUInt32BE(file.length + packed.length + padding.length, 36);
  file.writeUInt32BE(extra.length, 40);
  const whole = Buffer.concat([file, packed, padding, extra]);
  whole.writeUInt32BE(whole.length, 8);
  return whole;
}

/** What {@link withMetadata} appended. */
export function metadataOf(path: string): { metadata: string; private: string } {
  const file = readFileSync(path);
  const part = (at: number): Buffer => {
    const offset = file.readUInt32BE(at);
    return file.subarray(offset, offset + file.readUInt32BE(at === 24 ? 28 : 40));
  };
  return { metadata: inflateSync(part(24)).toString(), private: part(36).toString() };
}

/**
 * Checks which fonts a browser accepts: Chromium validates every table of a web font before it uses it.
 *
 * @returns `loaded` or the reason why not, for each
 */
export function loadInBrowser(...paths: string[]): string[] {
  const sources = paths.map((path) => readFileSync(path).toString('base64'));
  const page = fileOf(
    `<body><script>Promise.all(${JSON.stringify(sources)}.map((source, i) =>
      new FontFace('f' + i, 'url(data:font/any;base64,' + source + ')').load()
        .then((face) => face.status, (error) => error.message)))
      .then((all) => { document.title = JSON.stringify(all); })</script></body>`,
    'page.html',
  );
  const dom = execFileSync(
    '/usr/bin/chromium-headless-shell',
    [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-dev-shm-usage',
      `--user-data-dir=${page}.profile`,
    ].concat(['--virtual-time-budget=10000', '--dump-dom', `file://${page}`]),
    { encoding: 'utf8', maxBuffer: 2 ** 26, stdio: ['ignore', 'pipe', 'ignore'] },
  );
  return JSON.parse(/<title>(.*)<\/title>/.exec(dom)?.[1] ?? '[]') as string[];
}

/** An OpenType file with another name of its family, of Windows in English. */
export function withFamily(path: string, family: string): Buffer {
  const text = Buffer.from(family, 'utf16le').swap16();
  const header = Buffer.alloc(18);
  for (const [index, value] of [0, 1, 18, 3, 1, 0x409, 1, text.length, 0].entries())
    header.writeUInt16BE(value, 2 * index);
  const named = { tag: 'name', bytes: Buffer.concat([header, text]) };
  return sfntOf(tablesOf(path).map((table) => (table.tag === 'name' ? named : table)));
}

/** UFO and SVG fonts hold glyphs as text, not as tables. */
export const DESCRIBED = ['ufo', 'svgfont'];
export const isDescribed = ({ input, output }: Route): boolean =>
  DESCRIBED.includes(input.id) || DESCRIBED.includes(output.id);
export const isFont = ({ input }: Route): boolean => input.category === 'font';
