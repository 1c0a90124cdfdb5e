import { PictureError } from './picture-error.js';
import type { PictureJob } from './protocol.js';
import type { Source } from './source.js';

/**
 * Completes a job with the size as shown and the number of pictures, from the decoder if the header did not declare them.
 *
 * @throws {PictureError} FILE_TOO_LARGE if the decoder finds more than the limits allow
 */
export function withSize(job: PictureJob, { metadata, pages }: Source): PictureJob {
  // The worker measures drawings: the decoder sees them enlarged.
  if (job.read.opens === 'drawing') return job;
  const { width, height, autoOrient } = metadata;
  const { limits } = job;
  const isOver =
    Math.max(width, height) > limits.sidePx ||
    width * height > limits.pixels ||
    pages > limits.frames ||
    width * height * pages > limits.framePixels;
  if (isOver) throw new PictureError('FILE_TOO_LARGE');
  if (job.widthPx > 0 && job.heightPx > 0) return job;
  return {
    ...job,
    widthPx: autoOrient?.width ?? width,
    heightPx: autoOrient?.height ?? height,
    frames: Math.max(job.frames, pages),
  };
}
