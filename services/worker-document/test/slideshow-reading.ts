import { execFileSync } from 'node:child_process';
import { registry } from '@filemill/formats';
import { expect } from '@jest/globals';
import sharp from 'sharp';

/** Small enough to compare, large enough for letters to be seen. */
const SIDE_PX = 160;
const SECONDS = 3;
/** Of 255, on average: lossy pictures, and two ways to make them smaller. */
const MAX_DIFFERENCE = 6;

/** Whether a format is a film. */
export const isFilm = (format: string): boolean => registry.format(format)?.category === 'video';

const run = (program: string, args: readonly string[]): Buffer =>
  execFileSync(`/usr/bin/${program}`, args, { maxBuffer: 2 ** 27, stdio: ['ignore', 'pipe', 'ignore'] });

/** Grey pixels of a picture, fitted as the film fits its pages. */
const pixelsOf = async (picture: Buffer | string): Promise<Buffer> =>
  sharp(picture)
    .flatten({ background: '#fff' })
    .greyscale()
    .resize(SIDE_PX, SIDE_PX, { fit: 'contain', background: '#fff' })
    .raw()
    .toBuffer();

/**
 * A film must show each page for three seconds, in order.
 *
 * @param pages - pictures of the pages, which another program drew
 * @returns how alike they are, 0 to 1
 */
export async function expectSlides(film: string, pages: readonly string[]): Promise<number> {
  const duration = run('ffprobe', [
    '-v',
    'error',
    '-show_entries',
    'format=duration',
    '-of',
    'csv=p=0',
    film,
  ]);
  expect(Math.abs(Number(duration.toString()) - pages.length * SECONDS)).toBeLessThan(0.3);
  let least = 1;
  for (const [index, page] of pages.entries()) {
    const at = `${(index + 0.5) * SECONDS}`;
    const png = ['-frames:v', '1', '-c:v', 'png', '-f', 'image2pipe', '-'];
    const [shown, wanted] = await Promise.all([
      pixelsOf(run('ffmpeg', ['-v', 'error', '-ss', at, '-i', film, ...png])),
      pixelsOf(page),
    ]);
    const sum = shown.reduce((total, value, pixel) => total + Math.abs(value - (wanted[pixel] ?? 0)), 0);
    expect(sum / shown.length).toBeLessThan(MAX_DIFFERENCE);
    least = Math.min(least, 1 - sum / shown.length / 255);
  }
  return least;
}
