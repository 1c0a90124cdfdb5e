import sharp from 'sharp';

/** Blocks every loader of libvips except that of the detected format, so that no content chooses its own decoder. */
export function allowLoader(loader: string | undefined): void {
  sharp.block({ operation: ['VipsForeignLoad'] });
  if (loader !== undefined) sharp.unblock({ operation: [loader] });
}
