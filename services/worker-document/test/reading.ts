import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';

/** What programs other than the one that wrote a file see in it. */

const run = (program: string, args: readonly string[]): string =>
  execFileSync(program, args, { encoding: 'utf8', maxBuffer: 2 ** 24, stdio: ['ignore', 'pipe', 'pipe'] });

const withoutTags = (xml: string): string =>
  xml
    .replace(/<[^>]+>/g, ' ')
    .replace(/&quot;/g, '"')
    .replace(/&apos;/g, "'")
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)))
    .replace(/&#x([0-9a-f]+);/gi, (_, code) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replace(/&amp;/g, '&');

const PARTS: Readonly<Record<string, readonly string[]>> = {
  docx: ['word/document.xml'],
  pptx: ['ppt/slides/slide*.xml'],
  xlsx: ['xl/sharedStrings.xml', 'xl/worksheets/sheet*.xml'],
  odt: ['content.xml'],
  odp: ['content.xml'],
  ods: ['content.xml'],
  odg: ['content.xml'],
  epub: ['*.xhtml'],
};
/** Templates and shows have the parts of plain documents. */
const PLAIN: Readonly<Record<string, string>> = {
  ...{ dotx: 'docx', xltx: 'xlsx', potx: 'pptx' },
  ...{ ott: 'odt', ots: 'ods', otp: 'odp', otg: 'odg' },
};
/** Text between tags. */
const MARKED = ['html', 'fodt', 'fods', 'fodp', 'fodg'];

/** Values of a table of dBASE by a reader that is none of ours: without a mark of its encoding it is in UTF-8. */
const DBASE_READER = `
import dbfread, json, sys
unmarked = open(sys.argv[1], 'rb').read(30)[29] == 0
print(json.dumps([dict(row) for row in dbfread.DBF(sys.argv[1], encoding='utf-8' if unmarked else None)], default=str))`;

/** Records of a table of dBASE; dates as text. */
export const recordsOfDbase = (path: string): Record<string, unknown>[] =>
  JSON.parse(run('/usr/bin/python3', ['-I', '-c', DBASE_READER, path])) as Record<string, unknown>[];

/** Words in a document of any format; binary documents are returned as they are stored. */
export function textOf(path: string, format: string): string {
  const parts = PARTS[PLAIN[format] ?? format];
  if (parts) return withoutTags(run('/usr/bin/unzip', ['-p', path, ...parts]));
  if (format === 'pdf') return run('/usr/bin/pdftotext', ['-layout', path, '-']);
  // Gnumeric takes the letters for Latin 1, so the text itself counts too.
  if (['slk', 'dif'].includes(format)) {
    return (
      run('/usr/bin/ssconvert', ['-T', 'Gnumeric_stf:stf_csv', path, 'fd://1']) + readFileSync(path, 'utf8')
    );
  }
  if (format === 'dbf')
    return recordsOfDbase(path)
      .flatMap((record) => Object.entries(record).flat())
      .join(' ');
  const bytes = readFileSync(path);
  // Both alignments: strings may begin at odd offsets.
  if (['doc', 'xls', 'ppt'].includes(format)) {
    return `${bytes.toString('latin1')}${bytes.toString('utf16le')}${bytes.subarray(1).toString('utf16le')}`;
  }
  return MARKED.includes(format) ? withoutTags(bytes.toString('utf8')) : bytes.toString('utf8');
}

/** Number of pages of a PDF. */
export const pagesOf = (path: string): number =>
  Number(/^Pages:\s+(\d+)$/m.exec(run('/usr/bin/pdfinfo', [path]))?.[1]);

/** Size of the first page, in points. */
export function sizeOf(path: string): { width: number; height: number } {
  const [, width, height] = /^Page size:\s+([\d.]+) x ([\d.]+)/m.exec(run('/usr/bin/pdfinfo', [path])) ?? [];
  return { width: Number(width), height: Number(height) };
}

/** Names of fonts that a viewer must provide itself. */
export const missingFonts = (path: string): string[] =>
  run('/usr/bin/pdffonts', [path])
    .split('\n')
    .slice(2)
    .filter((line) => line !== '' && !/\s(yes)\s+(yes|no)\s+(yes|no)\s+\d+\s+\d+$/.test(line));

/** Pictures inside a PDF. */
export const picturesOf = (path: string): number =>
  run('/usr/bin/pdfimages', ['-list', path]).trim().split('\n').length - 2;

/** Formats of pictures that sharp reads, by its names for them. */
const PICTURES: Readonly<Record<string, string>> = { jpg: 'jpeg', png: 'png', webp: 'webp' };
/** ffmpeg's demuxers of other pictures, which the worker writes without it. */
const STILLS: Readonly<Record<string, string>> = {
  ...{ bmp: 'bmp_pipe', gif: 'gif', pam: 'pam_pipe', ppm: 'ppm_pipe' },
  ...{ ras: 'sunrast_pipe', sgi: 'sgi_pipe', tga: 'image2pipe', tiff: 'tiff_pipe' },
};
/** Others, drawn by programs that do not write them. */
const DRAWINGS: Readonly<Record<string, (path: string, png: string) => void>> = {
  // Variables that sharp sets for its own libvips would block this one.
  avif: (path, png) => run('/usr/bin/env', ['-i', '/usr/bin/vips', 'copy', path, png]),
  svg: (path, png) =>
    run('/usr/bin/rsvg-convert', ['--unlimited', '-d', '150', '-p', '150', '-b', 'white', '-o', png, path]),
  eps: (path, png) => drawPostScript(path, png, ['-dEPSCrop']),
  ps: (path, png) => drawPostScript(path, png, []),
};

function drawPostScript(path: string, png: string, options: readonly string[]): void {
  run('/usr/bin/gs', [
    '-q',
    '-dSAFER',
    '-dBATCH',
    '-dNOPAUSE',
    '-sDEVICE=png16m',
    '-r150',
    ...options,
    '-o',
    png,
    path,
  ]);
}

/** Whether a format is a picture of each page, or its lines and curves. */
export const isPicture = (format: string): boolean =>
  PICTURES[format] !== undefined || STILLS[format] !== undefined || DRAWINGS[format] !== undefined;

/** Size of a picture in any format of {@link isPicture}, drawn at 150 dots per inch, and whether it has one colour only. */
export async function drawnPictureOf(path: string, format: string) {
  if (PICTURES[format]) {
    const picture = await pictureOf(path);
    if (picture.format !== PICTURES[format]) throw new Error(`${path} is ${picture.format}`);
    return picture;
  }
  const png = `${path}.png`;
  const demuxer = STILLS[format];
  if (demuxer) run('/usr/bin/ffmpeg', ['-y', '-f', demuxer, '-i', path, '-frames:v', '1', png]);
  else DRAWINGS[format]?.(path, png);
  return pictureOf(png);
}

/** The words of each page of a file of PostScript. */
export function postScriptPagesOf(path: string): string[] {
  const folder = `${path}.pages`;
  mkdirSync(folder);
  const page = join(folder, '%d.txt');
  run('/usr/bin/gs', ['-q', '-dSAFER', '-sDEVICE=txtwrite', '-o', page, path]);
  return readdirSync(folder)
    .sort()
    .map((name) => readFileSync(join(folder, name), 'utf8'));
}

/** Frames with a picture in an OpenDocument drawing. */
export function placedPicturesOf(path: string, format: string): number {
  const xml =
    format === 'fodg' ? readFileSync(path, 'utf8') : run('/usr/bin/unzip', ['-p', path, 'content.xml']);
  return xml.match(/<draw:frame\b[^>]*>\s*<draw:image\b/g)?.length ?? 0;
}

/** Format and size of a picture, and whether it has one colour only. */
export async function pictureOf(path: string) {
  const image = sharp(path);
  const [{ format, width, height }, { channels }] = await Promise.all([image.metadata(), image.stats()]);
  return { format, width, height, isBlank: channels.every(({ stdev }) => stdev < 1) };
}
