import sharp from 'sharp';

const DRAWING_DPI = 192;
/** libvips' name of the one loader for each picture format; other formats are not read. */
const LOADERS: Readonly<Record<string, string>> = {
  '.svg': 'VipsForeignLoadSvgBuffer',
  '.gif': 'VipsForeignLoadNsgifBuffer',
  '.webp': 'VipsForeignLoadWebpBuffer',
  '.avif': 'VipsForeignLoadHeifBuffer',
};

let last: Promise<unknown> = Promise.resolve();

/**
 * Converts a picture to PNG with the loader of its extension only. One at a time, because the allowed loader is a
 * setting of the whole process.
 *
 * @param extension - with its dot, in lower case
 * @returns undefined for a broken or unsupported picture
 */
export function toPixels(picture: Buffer, extension: string): Promise<Buffer | undefined> {
  const made = last.then(() => pixelsOf(picture, LOADERS[extension]));
  last = made;
  return made;
}

async function pixelsOf(picture: Buffer, loader: string | undefined): Promise<Buffer | undefined> {
  if (loader === undefined) return undefined;
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: [loader] });
  try {
    return await sharp(picture, { density: DRAWING_DPI }).png().toBuffer();
  } catch (error) {
    // A book without one of its pictures is still useful: the caller shows the description and reports the loss.
    console.error(error);
    return undefined;
  }
}
