import { writeFile } from 'node:fs/promises';
import type { LossCode, PixelsRead, PixelsWrite } from '@filemill/formats';
import sharp from 'sharp';
import { readGimp } from './pixels/gimp.js';
import { readMerged } from './pixels/merged.js';
import { writePhotoshop } from './pixels/photoshop.js';
import { type Canvas, openPng, writePng } from './pixels/pictures.js';
import { writePixmap } from './pixels/pixmap.js';
import { Refused } from './pixels/refused.js';
import { writeSurface } from './pixels/surface.js';
import { readWireless } from './pixels/wireless.js';

/**
 * Runs inside the jail: reads a picture into a PNG, or writes one from a PNG. Arguments: the reader, the writer, the paths
 * of the input and of the output.
 *
 * Standard output: `loss <code>`; `size <width> <height>`; or `refused <reason>` as the last line.
 */
const [reader = '', writer = '', input = '', output = ''] = process.argv.slice(2);

sharp.concurrency(1);
sharp.cache(false);

/** What a reader has made: a picture, or the PNG that the file holds. */
interface Read {
  readonly picture: Canvas | Buffer;
  readonly losses: readonly LossCode[];
}
const READERS: Readonly<Record<Exclude<PixelsRead['reader'], 'png'>, (path: string) => Promise<Read>>> = {
  gimp: readGimp,
  merged: readMerged,
  wireless: readWireless,
};
type Writer = (path: string, picture: Canvas) => Promise<readonly LossCode[]>;
const WRITERS: Readonly<Record<Exclude<PixelsWrite['writer'], 'png'>, Writer>> = {
  photoshop: writePhotoshop,
  surface: writeSurface,
  pixmap: writePixmap,
};

async function convert(): Promise<readonly LossCode[]> {
  if (writer !== 'png') {
    const picture = await openPng(input, { mayBeDeep: writer === 'photoshop' });
    console.log(`size ${picture.widthPx} ${picture.heightPx}`);
    return WRITERS[writer as keyof typeof WRITERS](output, picture);
  }
  const { picture, losses } = await READERS[reader as keyof typeof READERS](input).catch((error: unknown) => {
    // A defect of our own is no fault of the file; a read outside of it is.
    if (error instanceof Refused || error instanceof TypeError || error instanceof ReferenceError)
      throw error;
    throw new Refused('broken', { cause: error });
  });
  if (Buffer.isBuffer(picture)) await writeFile(output, picture);
  else await writePng(output, picture);
  return losses;
}

try {
  for (const code of await convert()) console.log(`loss ${code}`);
} catch (error) {
  if (!(error instanceof Refused)) throw error;
  console.error(error);
  console.log(`refused ${error.reason}`);
}
