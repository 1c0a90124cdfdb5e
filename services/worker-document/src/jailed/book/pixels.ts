import sharp from 'sharp';

const DRAWING_DPI = 192;
/** libvips' own name of the one reader that each kind of picture needs; what it has none for is not read. */
const LOADERS: Readonly<Record<string, string>> = {
  '.svg': 'VipsForeignLoadSvgBuffer',
  '.gif': 'VipsForeignLoadNsgifBuffer',
  '.webp': 'VipsForeignLoadWebpBuffer',
  '.avif': 'VipsForeignLoadHeifBuffer',
};

let last: Promise<unknown> = Promise.resolve();

/**
 * A picture as PNG, read as what its name says and as nothing else. One after another: which reader is allowed holds for
 * the whole process.
 *
 * @param extension - with its dot, in small letters
 * @returns undefined for a picture that is broken or of a kind that is not read
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
    // A book without one of its pictures is still a book: the caller shows the description and reports it.
    console.error(error);
    return undefined;
  }
}
