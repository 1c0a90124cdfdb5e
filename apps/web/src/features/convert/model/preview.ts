import { isDemo } from '../api/conversion.js';
import type { Item } from './item.js';

/** Pictures that every browser of today draws. */
const SHOWN = new Set(['jpg', 'png', 'gif', 'webp', 'avif', 'svg', 'bmp', 'ico']);
/** Larger pictures take too long to decode for a preview, bytes. */
const MAX_BYTES = 52_428_800;

/** Whether both the original and the result can be shown side by side. */
export function canPreview({ status, file, input, sizeBytes, conversion }: Item): boolean {
  if (status !== 'completed' || !file || !input || !conversion || isDemo(conversion.id)) return false;
  // Several pages come as a zip, which is no picture.
  const isPicture = conversion.outputFileName?.endsWith('.zip') === false;
  const largest = Math.max(sizeBytes, conversion.convertedSize ?? 0);
  return isPicture && SHOWN.has(input.format) && SHOWN.has(conversion.outputFormat) && largest <= MAX_BYTES;
}

/** Whether the result is a zip, whose files can be listed. */
export const hasFiles = ({ status, conversion }: Item): boolean =>
  status === 'completed' && conversion?.outputFileName?.endsWith('.zip') === true && !isDemo(conversion.id);
