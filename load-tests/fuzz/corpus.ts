import { execFile } from 'node:child_process';
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { registry } from '@filemill/formats';
import { palmDatabase } from '@filemill/formats/testing';
import { rarFive, rarFour } from '../../services/worker-document/test/archive-rar.ts';
import { makeSmallArchives, OTHERS, PACKED } from '../../services/worker-document/test/archive-tree.ts';
import { writeDataFiles } from '../../services/worker-document/test/data-files.ts';
import { isMarkup, MARKUP_SAMPLES } from '../../services/worker-document/test/markups.ts';
import { writeOldFiles } from '../../services/worker-document/test/old-files.ts';
import { SUBTITLE_SAMPLES } from '../../services/worker-document/test/subtitle-files.ts';
import { TEMPLATES, templateOf, xlsbOf } from '../../services/worker-document/test/templates.ts';
import { CAMERA_PHOTOS, writeFixtures } from '../../services/worker-image/test/fixtures.ts';
import { FORMATS, makeFormat, makeMedia } from '../../services/worker-media/test/media-files.ts';
import { MAX_BYTES } from './mutate.ts';

const exec = promisify(execFile);
const DOCUMENTS = new URL('../../services/worker-document/test/fixtures/', import.meta.url).pathname;
/** Formats whose index is at the end by default; an option writes it at the front. */
const INDEX_FIRST = ['mp4', 'mov', 'm4a'];
/** Debian, fonts-dejavu-core: a small one. */
const FONT = '/usr/share/fonts/truetype/dejavu/DejaVuSansMono-Bold.ttf';
/** Debian, fonts-urw-base35: the smallest of them. */
const TYPE_1 = '/usr/share/fonts/type1/urw-base35/D050000L.t1';
/** One letter, so that the tables are what is fuzzed; once more with outlines of PostScript, and packed. */
const FONTS = `
import sys
from fontTools import subset
from fontTools.fontBuilder import FontBuilder
from fontTools.misc.psCharStrings import T2CharString
source, folder = sys.argv[1:]
font = subset.load_font(source, subset.Options())
subsetter = subset.Subsetter(); subsetter.populate(text="Aa"); subsetter.subset(font)
font.save(folder + "/in.ttf")
for flavor in ("woff", "woff2"):
    font.flavor = flavor
    font.save(folder + "/in." + flavor)
outlines = T2CharString(program=[500, 0, "rmoveto", 100, "hlineto", "endchar"])
made = FontBuilder(1000, isTTF=False)
made.setupGlyphOrder([".notdef", "A"])
made.setupCharacterMap({65: "A"})
made.setupCFF("A", {}, {".notdef": outlines, "A": outlines}, {})
made.setupHorizontalMetrics({".notdef": (500, 0), "A": (500, 0)})
made.setupHorizontalHeader(ascent=800, descent=-200)
made.setupNameTable({"familyName": "A", "styleName": "Regular"})
made.setupOS2()
made.setupPost()
made.save(folder + "/in.otf")
`;
const FICTION_BOOK =
  '<?xml version="1.0" encoding="utf-8"?><!-- made for a test --><FictionBook xmlns="http://www.gribuser.ru/xml/fictionbook/2.0"><stylesheet type="text/css">p{}</stylesheet><description><title-info><book-title>A</book-title></title-info></description><body><section><p>b</p></section></body></FictionBook>';
const EPUB = {
  'META-INF/container.xml':
    '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container" version="1.0"><rootfiles><rootfile full-path="a.opf" media-type="application/oebps-package+xml"/></rootfiles></container>',
  'a.opf':
    '<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="i"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="i">x</dc:identifier><dc:title>A</dc:title></metadata><manifest><item id="c" href="c.xhtml" media-type="application/xhtml+xml"/></manifest><spine><itemref idref="c"/></spine></package>',
  'c.xhtml':
    '<html xmlns="http://www.w3.org/1999/xhtml"><head><title>A</title></head><body><p>b</p></body></html>',
};
/** Palm database and its first record: https://wiki.mobileread.com/wiki/MOBI; the version distinguishes MOBI from KF8. */
function palmBook(version: number): Buffer {
  const [first, text] = [Buffer.alloc(264), Buffer.from('<html><body><p>b</p></body></html>')];
  const records = [first, text, Buffer.from('FDST\0\0\0\x0c\0\0\0\x02')];
  first.writeUInt16BE(1, 0);
  first.writeUInt32BE(text.length, 4);
  first.writeUInt16BE(1, 8);
  first.write('MOBI', 16);
  first.writeUInt32BE(232, 20);
  first.writeUInt32BE(version, 36);
  return palmDatabase('book', 'BOOKMOBI', records);
}

async function makeArchives(folder: string): Promise<void> {
  const parts = [
    { name: 'a.txt', data: Buffer.from('one') },
    { name: 'b', data: Buffer.alloc(2_000, 'two') },
  ];
  for (const { name, data } of parts) await writeFile(join(folder, name), data);
  const names = parts.map(({ name }) => name);
  const packings = { tar: '', 'tar.gz': 'z', 'tar.bz2': 'j', 'tar.xz': 'J' };
  for (const [format, flag] of Object.entries(packings))
    await exec('/usr/bin/bsdtar', [`-c${flag}f`, `in.${format}`, ...names], { cwd: folder });
  for (const format of ['zip', '7z'])
    await exec('/usr/bin/7z', ['a', '-bso0', `in.${format}`, ...names], { cwd: folder });
  await writeFile(join(folder, 'in.rar'), rarFive(parts));
  await writeFile(join(folder, 'four.rar'), rarFour(parts));
  for (const name of names) await rm(join(folder, name));
}

async function makeBooks(folder: string): Promise<void> {
  await writeFile(join(folder, 'in.fb2'), FICTION_BOOK);
  await writeFile(join(folder, 'in.mobi'), palmBook(6));
  await writeFile(join(folder, 'in.azw3'), palmBook(8));
  const parts = join(folder, 'epub');
  await mkdir(join(parts, 'META-INF'), { recursive: true });
  await writeFile(join(parts, 'mimetype'), 'application/epub+zip');
  for (const [name, text] of Object.entries(EPUB)) await writeFile(join(parts, name), text);
  await exec('/usr/bin/zip', ['-q', '-X', '-0', '../in.epub', 'mimetype'], { cwd: parts });
  await exec('/usr/bin/zip', ['-q', '-X', '-D', '../in.epub', ...Object.keys(EPUB)], { cwd: parts });
  await rm(parts, { recursive: true });
}

/** Office formats that are only read, never written. */
async function makeTemplates(folder: string): Promise<void> {
  for (const format of TEMPLATES) await writeFile(join(folder, `in.${format}`), templateOf(format));
  await writeFile(join(folder, 'in.xlsb'), xlsbOf('mill'));
}

/** Archives of every kind, some of which hold a whole file system: their beginnings. */
async function makeOtherArchives(folder: string): Promise<void> {
  const own = join(folder, 'archives');
  await mkdir(own);
  const made = makeSmallArchives(own, Buffer.alloc(500, 'two'));
  for (const [format, path] of Object.entries(made))
    await writeFile(join(folder, `small.${format}`), (await readFile(path)).subarray(0, MAX_BYTES));
  for (const [format, pack] of Object.entries(PACKED))
    await exec('/bin/bash', ['-c', `${pack} < in.tar > in.${format}`], { cwd: folder });
  await mkdir(join(own, 'tree'));
  await writeFile(join(own, 'tree', 'a.txt'), 'one');
  for (const format of ['cpio', 'deb'])
    await exec('/bin/bash', ['-c', `${OTHERS[format]} ../../in.${format}`], { cwd: join(own, 'tree') });
  await rm(own, { recursive: true });
  for (const bundle of ['files', 'frames-zip', 'hls', 'webfont'])
    await copyFile(join(folder, 'in.zip'), join(folder, `in.${bundle}`));
  const comic = async (from: string, to: string) =>
    copyFile(join(folder, `in.${from}`), join(folder, `comic.${to}`));
  for (const [from, to] of Object.entries({ zip: 'cbz', rar: 'cbr', '7z': 'cb7', tar: 'cbt' }))
    await comic(from, to);
}

const SVG_FONT =
  '<svg xmlns="http://www.w3.org/2000/svg"><defs><font horiz-adv-x="600"><font-face units-per-em="1000"/><glyph unicode="a" d="M0 0H90V500H0Z"/></font></defs></svg>';
const UFO_WRITER =
  'import sys, ufoLib2; font = ufoLib2.Font(); font.newGlyph("a").unicode = 97; font.save(sys.argv[1], structure="zip")';

/** Fonts of old systems, several in one file, and those that are described in text. */
async function makeOtherFonts(folder: string): Promise<void> {
  const small = join(folder, 'in.ttf');
  await exec('/usr/bin/python3', ['-I', join(DOCUMENTS, 'make-suitcases.py'), folder, small, small]);
  const shell = (command: string) => exec('/bin/bash', ['-c', command], { cwd: folder });
  for (const [flag, format] of Object.entries({ a: 'pfa', b: 'pfb' }))
    await shell(`t1disasm ${TYPE_1} | t1asm -${flag} > other.${format}`);
  // It ends with an error also if it has made the font, so the end of the font decides.
  await shell('otf2bdf -p 16 -o other.bdf in.ttf; grep -q ENDFONT other.bdf');
  const { stdout } = await exec('/usr/bin/mkeot', [small], { encoding: 'buffer', maxBuffer: MAX_BYTES });
  await writeFile(join(folder, 'other.eot'), stdout);
  await writeFile(join(folder, 'other.svgfont'), SVG_FONT);
  await exec('/usr/bin/python3', ['-I', '-c', UFO_WRITER, join(folder, 'other.ufo')]);
}

/** Books of calibre, which alone writes some formats. */
async function makeOtherBooks(folder: string): Promise<void> {
  // Its name is all that makes an EPUB one of Kobo's.
  await copyFile(join(folder, 'in.epub'), join(folder, 'other.kepub'));
  for (const format of ['lit', 'lrf', 'pdb', 'tcr', 'htmlz', 'rb', 'snb', 'txtz']) {
    const path = join(folder, `other.${format}`);
    await exec('/usr/bin/ebook-convert', [join(folder, 'in.epub'), path], {
      env: { PATH: '/usr/bin', HOME: folder },
    });
  }
}

/** Texts whose name alone tells their format; a plain one of the formats that are only written. */
async function makeMarkups(folder: string): Promise<void> {
  const written = registry.formats
    .filter(({ id }) => isMarkup(id))
    .map(({ id }) => [id, 'Annual report\n'] as const);
  for (const [format, text] of Object.entries({ ...Object.fromEntries(written), ...MARKUP_SAMPLES }))
    await writeFile(join(folder, `in.${format}`), text);
}

/** Documents and drawings of old programs. */
async function makeOldDocuments(folder: string): Promise<void> {
  const own = join(folder, 'old');
  await mkdir(own);
  const toOffice = async (input: string, _: string, to: string): Promise<string> => {
    const profile = `-env:UserInstallation=file://${own}/profile`;
    await exec('/usr/bin/soffice', [profile, '--headless', '--convert-to', to, '--outdir', own, input]);
    return input.replace(/\.\w+$/, `.${to}`);
  };
  for (const [format, path] of await writeOldFiles(own, toOffice)) {
    const bytes = await readFile(path);
    await writeFile(join(folder, `old.${format}`), bytes);
  }
  await rm(own, { recursive: true });
  await writeFile(join(folder, 'in.ps'), '%!PS-Adobe-3.0\n%%Pages: 1\nshowpage\n');
  await writeFile(join(folder, 'in.eps'), '%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\nshowpage\n');
}

async function makeSubtitles(folder: string): Promise<void> {
  for (const [format, text] of Object.entries(SUBTITLE_SAMPLES))
    await writeFile(join(folder, `in.${format}`), text);
}

/** Formats whose extension has two parts. */
const formatOf = (name: string): string => /\.tar\.\w+$/.exec(name)?.[0].slice(1) ?? extname(name).slice(1);

/** Streams without an end, of which any beginning is a valid file. */
const CUT = ['dv'];

/** A valid file from which hostile ones are made. */
export interface CorpusFile {
  readonly name: string;
  /** Catalogue id. */
  readonly format: string;
  readonly bytes: Buffer;
}

/** Creates a small valid file of every format, and adds those in the repository. @param folder - emptied first */
export async function makeCorpus(folder: string): Promise<CorpusFile[]> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await Promise.all([
    writeFixtures(folder),
    ...Object.entries(CAMERA_PHOTOS).map(async ([format, { path }]) =>
      writeFile(join(folder, `in.${format}`), (await readFile(path)).subarray(0, MAX_BYTES)),
    ),
    (async () => {
      for (const format of FORMATS) await makeFormat(folder, format);
      for (const format of INDEX_FIRST) {
        const source = join(folder, `sample.${format}`);
        await makeMedia([
          '-i',
          source,
          '-c',
          'copy',
          '-movflags',
          '+faststart',
          join(folder, `index-first.${format}`),
        ]);
      }
    })(),
    makeArchives(folder).then(() => makeOtherArchives(folder)),
    makeBooks(folder).then(() => makeOtherBooks(folder)),
    makeMarkups(folder),
    makeOldDocuments(folder),
    makeTemplates(folder),
    makeSubtitles(folder),
    (async () => writeDataFiles(folder))(),
    exec('/usr/bin/python3', [
      '-I',
      '-c',
      `import sys\nsys.path.append("/usr/lib/python3/dist-packages")${FONTS}`,
      FONT,
      folder,
    ]).then(() => makeOtherFonts(folder)),
  ]);
  const files: CorpusFile[] = [];
  for (const from of [folder, DOCUMENTS]) {
    const entries = await readdir(from, { withFileTypes: true });
    for (const name of entries
      .filter((entry) => entry.isFile())
      .map((entry) => entry.name)
      .sort()) {
      const whole = await readFile(join(from, name));
      const bytes = CUT.includes(formatOf(name)) ? whole.subarray(0, MAX_BYTES) : whole;
      if (bytes.length <= MAX_BYTES && !/\.(?:py|sh)$/.test(name))
        files.push({ name, format: formatOf(name), bytes });
    }
  }
  return files;
}
