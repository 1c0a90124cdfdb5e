import { copyFile, mkdtemp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { exec, netpbm } from './fixtures.js';

/** Pixels as seen by a program other than their writer. */
export interface Decoded {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly rgb: Buffer;
}

/** Programs of Netpbm that read what ffmpeg writes, one after the other. */
const NETPBM: Readonly<Record<string, readonly string[]>> = {
  tga: ['tgatoppm'],
  qoi: ['qoitopam', 'pamtopnm'],
  sgi: ['sgitopnm'],
  ras: ['rasttopnm'],
  xwd: ['xwdtopnm'],
  pcx: ['pcxtoppm'],
  ppm: ['pamtopnm'],
  pam: ['pamtopnm'],
  pfm: ['pfmtopam', 'pamtopnm'],
  pgm: ['pamtopnm'],
  pbm: ['pamtopnm'],
  xbm: ['xbmtopbm'],
};

/** Pillow takes the largest picture of an icon; on black, as ffmpeg shows transparency. */
function pillow(path: string, ppm: string): [string, readonly string[]] {
  const script =
    'import sys; from PIL import Image; p = Image.open(sys.argv[1]); p.load(); p.convert("RGB").save(sys.argv[2])';
  return ['python3', ['-c', script, path, ppm]];
}

/** A page of PostScript at 96 dots an inch. */
const ghostscript = (path: string, ppm: string, ...more: string[]): [string, readonly string[]] => [
  'gs',
  ['-q', '-dSAFER', '-dBATCH', '-dNOPAUSE', '-sDEVICE=ppmraw', '-r96', ...more, '-o', ppm, path],
];

/** Programs that turn what vips and ffmpeg write into the last argument. */
const READERS: Readonly<Record<string, (path: string, ppm: string) => [string, readonly string[]]>> = {
  avif: (path, ppm) => ['vips', ['copy', path, ppm]],
  tiff: (path, ppm) => ['vips', ['copy', path, ppm]],
  fits: (path, ppm) => ['vips', ['fitsload', path, ppm]],
  jxl: (path, ppm) => ['djxl', ['--quiet', path, `${ppm}.png`]],
  heic: (path, ppm) => ['heif-convert', [path, `${ppm}.png`]],
  eps: (path, ppm) => ghostscript(path, ppm, '-dEPSCrop'),
  ps: (path, ppm) => ghostscript(path, ppm),
  cur: pillow,
  icns: pillow,
  dpx: (path, ppm) => ['oiiotool', [path, '-d', 'uint8', '-o', ppm]],
  svg: (path, ppm) => ['vips', ['flatten', `${path}[dpi=96]`, ppm, '--background', '255']],
  exr: (path, ppm) => ['oiiotool', [path, '--colorconvert', 'linear', 'sRGB', '-d', 'uint8', '-o', ppm]],
  hdr: (path, ppm) => ['oiiotool', [path, '--colorconvert', 'linear', 'sRGB', '-d', 'uint8', '-o', ppm]],
};
/** Formats whose reader writes a PNG, which may be grey or transparent. */
const VIA_PNG = ['heic', 'jxl', 'pgm', 'pbm', 'xbm'];

/** ffmpeg where possible; its version in Debian 12 cannot read AVIF and reads TIFF inexactly, so vips reads those. */
export async function decode(path: string, format: string): Promise<Decoded> {
  const ppm = `${path}.ppm`;
  const reader = READERS[format]?.(path, ppm);
  if (reader) await exec(...reader);
  else if (NETPBM[format]) await readByNetpbm(NETPBM[format], path, ppm);
  else if (format === 'pdf') await exec('pdftoppm', ['-r', '96', '-singlefile', path, path]);
  else await byFfmpeg(path, ppm);
  if (VIA_PNG.includes(format)) {
    if (!reader) await netpbm('pamtopng', [ppm], `${ppm}.png`);
    await byFfmpeg(`${ppm}.png`, ppm);
  }
  return parsePpm(await readFile(ppm));
}

const byFfmpeg = (path: string, ppm: string) =>
  exec('ffmpeg', ['-loglevel', 'error', '-y', '-i', path, '-frames:v', '1', '-pix_fmt', 'rgb24', ppm]);

async function readByNetpbm(programs: readonly string[], path: string, ppm: string): Promise<void> {
  let input = path;
  for (const [index, program] of programs.entries()) {
    const output = index === programs.length - 1 ? ppm : `${ppm}.${index}`;
    await netpbm(program, [input], output);
    input = output;
  }
}

function parsePpm(file: Buffer): Decoded {
  const head = /^P6\s+(?:#[^\n]*\n\s*)*(\d+)\s+(\d+)\s+(255|65535)\s/.exec(
    file.subarray(0, 200).toString('latin1'),
  );
  if (!head) throw new Error(`not a PPM: ${file.subarray(0, 20).toString('latin1')}`);
  const data = file.subarray(head[0].length);
  // The first of two bytes is the higher one.
  const rgb = head[3] === '255' ? data : data.filter((_, at) => at % 2 === 0);
  return { widthPx: Number(head[1]), heightPx: Number(head[2]), rgb: Buffer.from(rgb) };
}

/** Colour at a position given as fractions of width and height. */
export function colourAt({ widthPx, heightPx, rgb }: Decoded, x: number, y: number): number[] {
  const at = (Math.floor(y * heightPx) * widthPx + Math.floor(x * widthPx)) * 3;
  return [...rgb.subarray(at, at + 3)];
}

/** Mean colour of a square around a position, for pictures of dots. */
export function meanAt({ widthPx, heightPx, rgb }: Decoded, x: number, y: number): number[] {
  const [left, top] = [Math.floor(x * widthPx) - 8, Math.floor(y * heightPx) - 8];
  const sums = [0, 0, 0];
  for (let pixel = 0; pixel < 256; pixel++) {
    const at = ((top + (pixel >> 4)) * widthPx + left + (pixel & 15)) * 3;
    for (const channel of [0, 1, 2]) sums[channel] = (sums[channel] ?? 0) + (rgb[at + channel] ?? 0);
  }
  return sums.map((sum) => sum / 256);
}

/** Mean colours of twelve parts of a picture, row by row: four beside, three below each other. */
export function sharesOf({ widthPx, heightPx, rgb }: Decoded): number[][] {
  const shares = Array.from({ length: 12 }, () => [0, 0, 0, 0] as [number, number, number, number]);
  for (let y = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++) {
      const share = shares[Math.floor((y * 3) / heightPx) * 4 + Math.floor((x * 4) / widthPx)];
      const at = (y * widthPx + x) * 3;
      if (!share) continue;
      for (const channel of [0, 1, 2] as const) share[channel] += rgb[at + channel] ?? 0;
      share[3] += 1;
    }
  }
  return shares.map(([r, g, b, count]) => [r / count, g / count, b / count]);
}

/** The picture that a camera stores in its raw photo, beside the samples of its sensor. */
export async function previewIn(path: string, folder: string): Promise<Decoded> {
  const copy = join(await mkdtemp(join(folder, 'preview-')), 'photo');
  await copyFile(path, copy);
  await exec('simple_dcraw', ['-e', copy]);
  return decode(`${copy}.thumb.jpg`, 'jpg');
}

/** Largest difference in a channel. */
export const distance = (a: readonly number[], b: readonly number[]): number =>
  Math.max(...a.map((value, i) => Math.abs(value - (b[i] ?? 0))));

/** Streams or packets of a file, as ffprobe reads them. @param entries - of its option -show_entries */
export async function ffprobe(path: string, entries: string): Promise<Record<string, unknown>[]> {
  const args = ['-v', 'error', '-count_frames', '-show_entries', entries, '-of', 'json', path];
  const { stdout } = await exec('ffprobe', args);
  const parsed = JSON.parse(stdout) as Record<string, Record<string, unknown>[]>;
  return parsed.streams ?? parsed.packets ?? [];
}

/** One header field, read by vips. */
export async function vipsField(path: string, field: string): Promise<string> {
  return (await exec('vipsheader', ['-f', field, path])).stdout.trim();
}

/** Number of pages, and size of the first one, as poppler reads them. */
export async function pdfInfo(
  path: string,
): Promise<{ pages: number; widthPoints: number; heightPoints: number }> {
  const { stdout } = await exec('pdfinfo', [path]);
  const size = /Page size:\s+([\d.]+) x ([\d.]+)/.exec(stdout);
  return {
    pages: Number(/Pages:\s+(\d+)/.exec(stdout)?.[1]),
    widthPoints: Number(size?.[1]),
    heightPoints: Number(size?.[2]),
  };
}

/** Side of the windows that are compared, and the constants of the measure. */
const WINDOW_PX = 8;
const [C1, C2] = [(0.01 * 255) ** 2, (0.03 * 255) ** 2];

/**
 * Structural similarity of two pictures of one size, by brightness: the mean over windows that do not overlap.
 *
 * @see Wang et al., Image quality assessment: from error visibility to structural similarity, 2004
 */
export function structuralSimilarity(a: Decoded, b: Decoded): number {
  const columns = Math.floor(a.widthPx / WINDOW_PX);
  const rows = Math.floor(a.heightPx / WINDOW_PX);
  let sum = 0;
  for (let window = 0; window < columns * rows; window++) {
    const corner = [(window % columns) * WINDOW_PX, Math.floor(window / columns) * WINDOW_PX] as const;
    sum += similarityOf(brightnessIn(a, ...corner), brightnessIn(b, ...corner));
  }
  return sum / (columns * rows);
}

function brightnessIn({ widthPx, rgb }: Decoded, left: number, top: number): number[] {
  return Array.from({ length: WINDOW_PX ** 2 }, (_, index) => {
    const [x, y] = [left + (index % WINDOW_PX), top + Math.floor(index / WINDOW_PX)];
    const at = (y * widthPx + x) * 3;
    return 0.299 * (rgb[at] ?? 0) + 0.587 * (rgb[at + 1] ?? 0) + 0.114 * (rgb[at + 2] ?? 0);
  });
}

function similarityOf(a: readonly number[], b: readonly number[]): number {
  const mean = (values: readonly number[]): number => values.reduce((sum, one) => sum + one, 0) / a.length;
  const [meanA, meanB] = [mean(a), mean(b)];
  const spreadA = mean(a.map((one) => (one - meanA) ** 2));
  const spreadB = mean(b.map((one) => (one - meanB) ** 2));
  const shared = mean(a.map((one, index) => (one - meanA) * ((b[index] ?? 0) - meanB)));
  const light = (2 * meanA * meanB + C1) / (meanA ** 2 + meanB ** 2 + C1);
  return light * ((2 * shared + C2) / (spreadA + spreadB + C2));
}
