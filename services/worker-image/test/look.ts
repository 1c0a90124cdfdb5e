import { readFile } from 'node:fs/promises';
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
};

/** ffmpeg where possible; its version in Debian 12 cannot read AVIF and reads TIFF inexactly, so vips reads those. */
export async function decode(path: string, format: string): Promise<Decoded> {
  const ppm = `${path}.ppm`;
  if (format === 'avif' || format === 'tiff') await exec('vips', ['copy', path, ppm]);
  else if (NETPBM[format]) await readByNetpbm(NETPBM[format], path, ppm);
  else if (format === 'pdf') await exec('pdftoppm', ['-r', '96', '-singlefile', path, path]);
  else
    await exec('ffmpeg', [
      '-loglevel',
      'error',
      '-y',
      '-i',
      path,
      '-frames:v',
      '1',
      '-pix_fmt',
      'rgb24',
      ppm,
    ]);
  return parsePpm(await readFile(ppm));
}

async function readByNetpbm(programs: readonly string[], path: string, ppm: string): Promise<void> {
  let input = path;
  for (const [index, program] of programs.entries()) {
    const output = index === programs.length - 1 ? ppm : `${ppm}.${index}`;
    await netpbm(program, [input], output);
    input = output;
  }
}

function parsePpm(file: Buffer): Decoded {
  const head = /^P6\s+(?:#[^\n]*\n\s*)*(\d+)\s+(\d+)\s+255\s/.exec(file.subarray(0, 200).toString('latin1'));
  if (!head) throw new Error(`not a PPM: ${file.subarray(0, 20).toString('latin1')}`);
  return { widthPx: Number(head[1]), heightPx: Number(head[2]), rgb: file.subarray(head[0].length) };
}

/** Colour at a position given as fractions of width and height. */
export function colourAt({ widthPx, heightPx, rgb }: Decoded, x: number, y: number): number[] {
  const at = (Math.floor(y * heightPx) * widthPx + Math.floor(x * widthPx)) * 3;
  return [...rgb.subarray(at, at + 3)];
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
