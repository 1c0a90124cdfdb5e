import { execFile, spawn } from 'node:child_process';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { type PpmPage, ppmPages } from './ppm-stream.js';

/**
 * Runs inside the jail: draws the pages of a PDF and writes them as pictures to /job/out.
 * Arguments: the PDF, output format, resolution in dots per inch, maximum pages, maximum pixels of a page, quality.
 * Standard output: `pages <count>`, `page <number>` after each is written, `blank` if all of them are white,
 * or `refused <reason>` as the last line.
 */
const [input = '', format = '', dpi = '', maxPages = '', maxPixels = '', quality = ''] =
  process.argv.slice(2);
const POINTS_PER_INCH = 72;

class Refused extends Error {}

sharp.concurrency(1);
sharp.cache(false);

/** Width and height of every page in points, read with poppler. */
async function measurePages(): Promise<number> {
  const last = `${Number(maxPages) + 1}`;
  const run = promisify(execFile);
  const { stdout } = await run('/usr/bin/pdfinfo', ['-f', '1', '-l', last, input], {
    maxBuffer: 2 ** 24,
  }).catch((error: { stderr?: string }) => {
    throw new Refused(/incorrect password/i.test(error.stderr ?? '') ? 'encrypted' : 'corrupt');
  });
  const count = Number(/^Pages:\s+(\d+)$/m.exec(stdout)?.[1] ?? 0);
  if (count === 0) throw new Refused('corrupt');
  if (count > Number(maxPages)) throw new Refused('pages');
  const scale = Number(dpi) / POINTS_PER_INCH;
  for (const [, width, height] of stdout.matchAll(/^Page.*size:\s+([\d.e+-]+) x ([\d.e+-]+)/gm)) {
    if (Number(width) * scale * Number(height) * scale > Number(maxPixels)) throw new Refused('pixels');
  }
  return count;
}

async function write({ widthPx, heightPx, pixels }: PpmPage, path: string): Promise<void> {
  const image = sharp(pixels, {
    raw: { width: widthPx, height: heightPx, channels: 3 },
    limitInputPixels: false,
  });
  image.withMetadata({ density: Number(dpi) });
  if (format === 'jpg') await image.jpeg({ quality: Number(quality) }).toFile(path);
  else if (format === 'webp') await image.webp({ quality: Number(quality), effort: 2 }).toFile(path);
  else await image.png({ compressionLevel: 6 }).toFile(path);
}

/** Compares row by row with a white row, so that no second picture is held. */
function isWhite({ widthPx, pixels }: PpmPage): boolean {
  const white = Buffer.alloc(widthPx * 3, 0xff);
  for (let at = 0; at < pixels.length; at += white.length) {
    if (!pixels.subarray(at, at + white.length).equals(white)) return false;
  }
  return true;
}

async function draw(count: number): Promise<void> {
  const poppler = spawn('/usr/bin/pdftoppm', ['-r', dpi, input], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise<number | null>((resolve) => poppler.once('close', resolve));
  let page = 0;
  let isBlank = true;
  for await (const drawn of ppmPages(poppler.stdout)) {
    page++;
    isBlank &&= isWhite(drawn);
    await write(drawn, `/job/out/out-${String(page).padStart(4, '0')}.${format}`);
    console.log(`page ${page}`);
  }
  // A damaged file may lack pages; the worker counts the existing ones.
  await ended;
  if (isBlank) console.log('blank');
  if (page === 0 || page > count) throw new Refused('corrupt');
}

try {
  const count = await measurePages();
  console.log(`pages ${count}`);
  await draw(count);
} catch (error) {
  if (!(error instanceof Refused)) throw error;
  console.log(`refused ${error.message}`);
}
