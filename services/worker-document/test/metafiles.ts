import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { expect } from '@jest/globals';
import sharp from 'sharp';

/** Drawings of one page that hold lines and words. */
export const isMetafile = (format: string): boolean => ['emf', 'wmf', 'dxf'].includes(format);

const run = (program: string, args: readonly string[]): unknown =>
  execFileSync(`/usr/bin/${program}`, args, { stdio: ['ignore', 'ignore', 'pipe'] });

/** Pixels in the longer direction that two drawings are compared by. */
const WIDTH_PX = 96;

/** What is drawn, without the white around it, as shades of one size. */
async function shadesOf(png: string, heightPx: number): Promise<Buffer> {
  const trimmed = await sharp(png)
    .flatten({ background: '#ffffff' })
    .trim({ background: '#ffffff', threshold: 8 })
    .toBuffer();
  return sharp(trimmed).resize(WIDTH_PX, heightPx, { fit: 'fill' }).greyscale().raw().toBuffer();
}

/** Correlation of two drawings, whose places and sizes on their pages may differ: 1 for the same. */
async function correlation(wanted: string, seen: string): Promise<number> {
  const { info } = await sharp(wanted)
    .flatten({ background: '#ffffff' })
    .trim({ background: '#ffffff', threshold: 8 })
    .toBuffer({ resolveWithObject: true });
  const heightPx = Math.max(8, Math.round((WIDTH_PX * info.height) / info.width));
  const [a, b] = await Promise.all([shadesOf(wanted, heightPx), shadesOf(seen, heightPx)]);
  const meanOf = (values: Buffer): number => values.reduce((sum, one) => sum + one, 0) / values.length;
  const [meanA, meanB] = [meanOf(a), meanOf(b)];
  let [shared, spreadA, spreadB] = [0, 0, 0];
  for (let at = 0; at < a.length; at++) {
    const [x, y] = [(a[at] ?? 0) - meanA, (b[at] ?? 0) - meanB];
    shared += x * y;
    spreadA += x * x;
    spreadB += y * y;
  }
  return shared / Math.sqrt(spreadA * spreadB);
}

function pageOf(pdf: string): string {
  run('pdftoppm', ['-r', '96', '-png', '-singlefile', pdf, pdf]);
  return `${pdf}.png`;
}

const STRETCH_DIBITS = 81;
const RUN_LENGTHS = 1;

/** emf2svg refuses pixels that are packed by run lengths, which are masks of transparency here. */
function withoutPackedPixels(emf: Buffer): Buffer {
  const kept: Buffer[] = [];
  for (let at = 0; at + 8 <= emf.length; ) {
    const record = emf.subarray(at, at + emf.readUInt32LE(at + 4));
    const isPacked =
      emf.readUInt32LE(at) === STRETCH_DIBITS &&
      record.readUInt32LE(record.readUInt32LE(48) + 16) === RUN_LENGTHS;
    if (!isPacked) kept.push(record);
    at += Math.max(8, record.length);
  }
  const made = Buffer.concat(kept);
  made.writeUInt32LE(made.length, 48);
  made.writeUInt32LE(kept.length, 52);
  return made;
}

/** A picture of a metafile by a program that is not its writer. */
function drawnByAnother(path: string, format: string): string {
  const png = `${path}.png`;
  if (format === 'wmf') run('wmf2gd', ['-o', png, path]);
  else {
    writeFileSync(`${path}.plain.emf`, withoutPackedPixels(readFileSync(path)));
    run('emf2svg-conv', ['-i', `${path}.plain.emf`, '-o', `${path}.svg`, '-p']);
    run('rsvg-convert', ['-b', 'white', '-o', png, `${path}.svg`]);
  }
  return png;
}

/** libwmf draws no hairlines, and each program has its own letters: enough to tell another drawing. */
const LIKE_BY_ANOTHER = 0.25;
/** By LibreOffice, with other letters in DXF. */
const LIKE: Readonly<Record<string, number>> = { emf: 0.8, wmf: 0.8, dxf: 0.4 };

/**
 * Compares what a drawing shows before and after its conversion, at one size.
 *
 * @param pdfOf - prints a file
 */
export async function expectSameDrawing(
  source: { readonly path: string; readonly format: string },
  output: { readonly path: string; readonly format: string },
  pdfOf: (path: string, format: string) => Promise<string>,
): Promise<void> {
  const wanted = pageOf(await pdfOf(source.path, source.format));
  const again = pageOf(await pdfOf(output.path, output.format));
  expect(await correlation(wanted, again)).toBeGreaterThan(LIKE[output.format] ?? 1);
  // LibreOffice has not written the DXF itself.
  if (output.format === 'dxf') return;
  const other = drawnByAnother(output.path, output.format);
  expect(await correlation(wanted, other)).toBeGreaterThan(LIKE_BY_ANOTHER);
}

/** The words of a drawing: text of 16 bits a letter in EMF. */
export function wordsIn(path: string, format: string): string {
  const bytes = readFileSync(path);
  return format === 'emf' ? bytes.toString('utf16le') : bytes.toString('latin1');
}
