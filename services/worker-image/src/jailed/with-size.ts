import { PictureError } from './picture-error.js';
import type { PictureJob } from './protocol.js';
import type { Source } from './source.js';

/**
 * A job that knows the size as shown and the number of pictures, from the decoder where the header did not tell.
 *
 * @throws {PictureError} FILE_TOO_LARGE if the decoder finds more than the limits allow, whatever the header said
 */
export function withSize(job: PictureJob, { metadata, pages }: Source): PictureJob {
  // A drawing is measured by the worker: the decoder sees it enlarged.
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
