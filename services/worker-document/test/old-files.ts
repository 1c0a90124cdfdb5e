import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync, gzipSync } from 'node:zlib';
import { zip } from './hostile.ts';
import { int16 } from './old-office.ts';

/** Files of programs that LibreOffice reads and does not write: fixtures/old/README.md says where they come from. */

const fixture = (name: string): string => fileURLToPath(new URL(`./fixtures/${name}`, import.meta.url));

/** Words that every output must contain, and the number of printed pages. */
export interface OldSample {
  readonly words: readonly string[];
  readonly pages: number;
}
interface Stored extends OldSample {
  readonly file: string;
}

const stored = (file: string, pages: number, ...words: string[]): Stored => ({ file, pages, words });

const STORED: Readonly<Record<string, Stored>> = {
  wpd: stored('letter.wpd', 1, 'AND FURTHER', 'resist Cst'),
  wps: stored('letter.wps', 1, 'Microsoft Works Word Processor 7.0'),
  wri: stored('letter.wri', 1, 'Document Register', 'Contribution on DSSSL'),
  hwp: stored('letter.hwp', 1, '테스트'),
  pages: stored('letter.pages', 1, 'here is some text'),
  numbers: stored('sheet.numbers', 1, 'header1', 'row3'),
  key: stored('slides.key', 2, '6.2', '2019'),
  qpw: stored('sheet.qpw', 1, 'made with Quattro Pro X3'),
  sdw: stored('old.sdw', 1, 'example StarOffice 5.2 document'),
  sdc: stored('old.sdc', 1, 'example StarOffice 5.2 spreadsheet'),
  sdd: stored('old.sdd', 1, 'example StarOffice 5.2 presentation'),
  sda: stored('old.sda', 1, 'example StarOffice 5.2 drawing'),
  sxw: stored('old.sxw', 1, 'Marginalia', 'Heading 1'),
  sxc: stored('old.sxc', 1, '利盛新鮮蔬菜', '2882-3382'),
  sxi: stored('old.sxi', 1, 'Example Bullet Problems'),
  sxd: stored('old.sxd', 1),
  vsd: stored('drawing.vsd', 1, 'I am a test view', 'Some random text'),
  vsdx: stored('drawing.vsdx', 1, 'Nothing fancy'),
  pub: stored('drawing.pub', 1, '0123456789abcdef'),
  dxf: stored('drawing.dxf', 1, 'CONTROLLER', 'AP1084K33LA'),
  emf: stored('drawing.emf', 1),
  wmf: stored('drawing.wmf', 1, 'embedded_'),
  pct: stored('drawing.pct', 1),
  lwp: stored('letter.lwp', 2, 'This line is italicized', 'line spacing is double'),
  cwk: stored('letter.cwk', 1, 'test of different border patterns'),
  psw: stored('letter.psw', 1, 'file format commons psw'),
  123: stored('sheet.123', 2, 'titre', 'aacccddeeee'),
  wq1: stored('sheet.wq1', 2, 'azazbza'),
  wb1: stored('sheet.wb1', 3, 'strikeout', 'protect=no'),
  wdb: stored('sheet.wdb', 1, 'toto,tutu,titi'),
  cdr: stored('drawing.cdr', 1),
  cmx: stored('drawing.cmx', 1),
  wpg: stored('drawing.wpg', 1),
  zmf: stored('drawing.zmf', 1),
  pmd: stored('drawing.pmd', 1, 'Hello'),
  met: stored('drawing.met', 1),
  cgm: stored('drawing.cgm', 1),
  dbf: stored('sheet.dbf', 1, 'Whan that aprill', '普林斯顿大学'),
  xps: stored('printed.xps', 3, 'Attachment Test', 'Kumar Nistala', 'Black Panther'),
  bib: stored('list.bib', 1, 'Detecting Mode Confusion', 'Pott'),
  enw: stored('list.enw', 1, 'Fasouliotis', 'Schenker'),
  eml: stored('mail.eml', 1, 'JUnit test message', 'Dear Vladimir'),
  mhtml: stored('page.mhtml', 3, 'Aperture', 'Merriam-Webster'),
  lrf: stored('book.lrf', 1, 'Hello world'),
  msg: stored('mail.msg', 1, 'MIME registry use cases', 'jukka.zitting@gmail.com'),
};

/** Written by hand, after the descriptions of their formats. */
const TEXTS: Readonly<Record<string, { readonly text: string; readonly words: readonly string[] }>> = {
  ris: {
    text: 'TY  - JOUR\r\nAU  - Müller, Jürgen\r\nAU  - Иванова, Анна\r\nTI  - Water wheels of the north\r\nJO  - Journal of Mills\r\nVL  - 12\r\nSP  - 34\r\nEP  - 56\r\nPY  - 2019\r\nER  - \r\n',
    words: ['Müller', 'Иванова', 'Journal of Mills', '2019'],
  },
};

/** Templates differ from plain files of OpenOffice 1 in one word. */
const TEMPLATE_OF: Readonly<Record<string, string>> = { stw: 'sxw', stc: 'sxc' };

/** Written by AbiWord or Gnumeric from a fixture: arguments before the output and its input. */
const WRITTEN: Readonly<Record<string, (path: string) => readonly [program: string, ...args: string[]]>> = {
  abw: (path) => ['abiword', '--to=abw', '-o', path, fixture('text.odt')],
  gnumeric: (path) => ['ssconvert', '-T', 'Gnumeric_XmlIO:sax', fixture('cells.ods'), path],
  slk: (path) => ['ssconvert', '-T', 'Gnumeric_sylk:sylk', fixture('cells.ods'), path],
  dif: (path) => ['ssconvert', '-T', 'Gnumeric_dif:dif', fixture('cells.ods'), path],
};

/** Made from another old file by LibreOffice, which alone writes them. */
const CONVERTED = ['odg', 'otg', 'fodg'];

const SHORT: OldSample = { words: ['Annual report', 'quick brown fox'], pages: 1 };
const LETTER: OldSample = {
  words: [...SHORT.words, 'Съешь ещё этих', '敏捷的棕色狐狸', 'Second page begins'],
  pages: 2,
};
const CELLS: OldSample = { words: ['Name', '12.5', '00123', '9.5'], pages: 1 };

/** A drawing program places these as one picture on its page. */
export const isPlacedWhole = (id: string): boolean => ['dxf', 'emf', 'pct', 'wmf'].includes(id);

/** What the samples contain, by format. */
export const OLD_SAMPLES: Readonly<Record<string, OldSample>> = {
  ...STORED,
  ...Object.fromEntries(Object.entries(TEMPLATE_OF).map(([id, of]) => [id, STORED[of] as OldSample])),
  ...Object.fromEntries(CONVERTED.map((id) => [id, STORED.sda as OldSample])),
  ...Object.fromEntries(Object.entries(TEXTS).map(([id, { words }]) => [id, { words, pages: 1 }])),
  oxps: STORED.xps as OldSample,
  ...{ abw: LETTER, zabw: LETTER, 602: SHORT },
  ...{ gnumeric: { ...CELLS, pages: 2 }, slk: CELLS, dif: CELLS },
  wk1: { words: ['Quicksilver', '12.5'], pages: 1 },
};

/**
 * Writes all samples to a folder.
 *
 * @param convert - makes a file of another format
 * @returns paths by format
 */
export async function writeOldFiles(
  folder: string,
  convert: (input: string, from: string, to: string) => Promise<string>,
): Promise<ReadonlyMap<string, string>> {
  const paths = new Map<string, string>();
  const pathOf = (id: string): string => {
    const path = join(folder, `old.${id}`);
    paths.set(id, path);
    return path;
  };
  mkdirSync(folder, { recursive: true });
  for (const id of Object.keys(STORED)) writeFileSync(pathOf(id), storedFile(id));
  for (const [id, of] of Object.entries(TEMPLATE_OF))
    writeFileSync(pathOf(id), templateOf(join(folder, `old.${of}`)));
  for (const [id, write] of Object.entries(WRITTEN)) {
    const [program, ...args] = write(pathOf(id));
    execFileSync(`/usr/bin/${program}`, args, { stdio: 'ignore' });
  }
  for (const [id, { text }] of Object.entries(TEXTS)) writeFileSync(pathOf(id), text);
  writeFileSync(pathOf('oxps'), openXpsOf(join(folder, 'old.xps')));
  writeFileSync(pathOf('zabw'), gzipSync(readFileSync(join(folder, 'old.abw'))));
  writeFileSync(pathOf('602'), `@CT 1\r\n@LM 8\r\n${SHORT.words.join('\r\n')}\r\n`);
  writeFileSync(pathOf('wk1'), lotusSheet('Quicksilver', 12.5));
  for (const id of CONVERTED) paths.set(id, await convert(join(folder, 'old.sda'), 'sda', id));
  return paths;
}

/** A file of another program. @param id - format with a fixture */
export const storedFile = (id: string): Buffer =>
  gunzipSync(readFileSync(fixture(`old/${STORED[id]?.file}.gz`)));

function templateOf(path: string): Buffer {
  const manifest = execFileSync('/usr/bin/unzip', ['-p', path, 'META-INF/manifest.xml'], {
    encoding: 'utf8',
  });
  const changed = manifest.replace(/"(application\/vnd\.sun\.xml\.\w+)"/, '"$1.template"');
  return zip(path, { 'META-INF/manifest.xml': changed });
}

/** The same pages with the names of ECMA-388. */
function openXpsOf(path: string): Buffer {
  const read = (...args: string[]): Buffer => execFileSync('/usr/bin/unzip', args);
  const parts = read('-Z1', path)
    .toString()
    .split('\n')
    .filter((name) => /\.(?:fdseq|fdoc|fpage|rels|xml)$/.test(name));
  const renamed = (bytes: Buffer): Buffer => {
    const encoding = bytes[0] === 0xff ? 'utf16le' : 'utf8';
    const text = bytes.toString(encoding);
    return Buffer.from(
      text.replaceAll('http://schemas.microsoft.com/xps/2005/06', 'http://schemas.openxps.org/oxps/v1.0'),
      encoding,
    );
  };
  const texts = parts.map((name) => [name, renamed(read('-p', path, name.replaceAll('[', '\\[')))]);
  return zip(path, Object.fromEntries(texts));
}

/** A word and a number as 1-2-3 of version 2 wrote them: "Lotus Worksheet File Format", 1984. */
function lotusSheet(word: string, value: number): Buffer {
  const record = (type: number, data: Buffer): Buffer => Buffer.concat([int16(type, data.length), data]);
  const cell = (column: number): Buffer => Buffer.concat([Buffer.from([0xff]), int16(column, 0)]);
  const number = Buffer.alloc(8);
  number.writeDoubleLE(value);
  return Buffer.concat([
    record(0, int16(0x0406)),
    record(6, int16(0, 0, 1, 1)),
    record(15, Buffer.concat([cell(0), Buffer.from(`'${word}\0`)])),
    record(14, Buffer.concat([cell(1), number])),
    record(1, Buffer.alloc(0)),
  ]);
}
