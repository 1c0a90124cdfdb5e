import sharp from 'sharp';

/** libvips' own name of the one reader that each format needs; none for what this project reads itself. */
const LOADERS: Readonly<Record<string, string>> = {
  jpg: 'VipsForeignLoadJpegFile',
  png: 'VipsForeignLoadPngFile',
  webp: 'VipsForeignLoadWebpFile',
  avif: 'VipsForeignLoadHeifFile',
  gif: 'VipsForeignLoadNsgifFile',
  tiff: 'VipsForeignLoadTiffFile',
  svg: 'VipsForeignLoadSvgBuffer',
  // Pictures of 256 pixels stand in an icon as PNG.
  ico: 'VipsForeignLoadPngBuffer',
};

/** Blocks every reader but that of the detected format, so that no content chooses its own decoder. */
export function allowLoader(format: string): void {
  sharp.block({ operation: ['VipsForeignLoad'] });
  const loader = LOADERS[format];
  if (loader) sharp.unblock({ operation: [loader] });
}
