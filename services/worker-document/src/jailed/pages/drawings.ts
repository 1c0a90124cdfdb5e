import { spawn } from 'node:child_process';
import { createReadStream } from 'node:fs';
import type { PageDrawing } from '@filemill/formats';

/** What cairo writes before pixels that stand for a drawing which PostScript cannot express. */
const RASTERISED = Buffer.from('\n% Fallback Image: ');

/**
 * Writes the lines and curves of pages. In PostScript each page has its own size.
 *
 * @param pages - the only page, or all of them
 * @returns whether the file was written
 */
export async function writeDrawing(
  input: string,
  path: string,
  drawing: PageDrawing,
  pages: number | 'all',
): Promise<boolean> {
  const range = pages === 'all' ? ['-origpagesizes'] : ['-f', `${pages}`, '-l', `${pages}`];
  const args = [`-${drawing}`, ...range, input, path];
  const cairo = spawn('/usr/bin/pdftocairo', args, { stdio: ['ignore', 'ignore', 'inherit'] });
  const code = await new Promise<number | null>((resolve) => cairo.once('close', resolve));
  return code === 0;
}

/** Whether a file of PostScript has pixels in place of transparent parts. */
export async function isRasterised(path: string): Promise<boolean> {
  let rest = Buffer.alloc(0);
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    const text = Buffer.concat([rest, chunk]);
    if (text.includes(RASTERISED)) return true;
    rest = text.subarray(-RASTERISED.length);
  }
  return false;
}
