import { AppError } from '@filemill/errors';
import { holdsOnlyText } from '@filemill/formats';
import type { ArgumentRequest } from './arguments.js';
import { videosOf } from './plan.js';

/**
 * Refuses a codec that the user has chosen for pictures which are too small for it.
 *
 * @throws {AppError} OPTION_INVALID with the smallest side
 */
export function refuseTooSmall({ info, container, options = {} }: ArgumentRequest): void {
  const { minSidePx = 0, codec = '' } = container.video?.encoder ?? {};
  const [video] = videosOf(info);
  if (options.videoCodec === undefined || !video) return;
  const { cropWidth, cropHeight, rotate = 0 } = options;
  const part = [
    cropWidth ?? video.track.widthPx ?? minSidePx,
    cropHeight ?? video.track.heightPx ?? minSidePx,
  ];
  const [partWidth = 1, partHeight = 1] = rotate % 180 === 0 ? part : part.toReversed();
  const width =
    options.width ?? (options.height === undefined ? partWidth : (options.height * partWidth) / partHeight);
  const height = options.height ?? (width * partHeight) / partWidth;
  if (Math.min(width, height) >= minSidePx) return;
  throw new AppError('OPTION_INVALID', {
    field: 'videoCodec',
    rule: `another one: ${codec} needs ${minSidePx} pixels a side`,
  });
}

/**
 * @throws {AppError} UNSUPPORTED_FORMAT if a video lacks what the output holds: sound, or subtitles that are text;
 *   FILE_CORRUPT if it has neither pictures nor sound
 */
export function refuseWithoutContent({ info, container, plan }: ArgumentRequest): void {
  const hasSound = info.tracks.some(({ kind }) => kind === 'audio');
  const isText = holdsOnlyText(container);
  if (isText ? plan.streams.length > 0 : hasSound) return;
  if (!hasSound && videosOf(info).length === 0) {
    throw new AppError('FILE_CORRUPT', { detail: 'it contains neither audio nor video' });
  }
  if (isText) throw withoutText();
  if (container.video) return;
  throw new AppError('UNSUPPORTED_FORMAT', {
    message: 'The video has no sound that could be converted.',
  });
}

/** A video whose subtitles are missing, or pictures. */
export const withoutText = (): AppError =>
  new AppError('UNSUPPORTED_FORMAT', { message: 'The video has no subtitles that are text.' });
