import { AppError } from '@filemill/errors';
import type { MediaInfo } from './media-info.js';
import { corrupt } from './window.js';

/** Streams of any kind, docs/security.md section 2. */
const MAX_TRACKS = 64;
/** 8K is 7680 wide; the largest level of H.264, HEVC and AV1 ends here. */
const MAX_SIDE_PX = 8192;

/** @throws {AppError} FILE_TOO_LARGE for too much of anything; FILE_CORRUPT for neither sound nor pictures */
export function checkLimits({ tracks }: MediaInfo): void {
  if (tracks.length > MAX_TRACKS) {
    throw new AppError('FILE_TOO_LARGE', { message: `The file has more than ${MAX_TRACKS} streams.` });
  }
  for (const { widthPx = 0, heightPx = 0 } of tracks) {
    if (Math.max(widthPx, heightPx) > MAX_SIDE_PX) {
      throw new AppError('FILE_TOO_LARGE', {
        message: `The picture is larger than ${MAX_SIDE_PX} pixels a side.`,
      });
    }
  }
  if (!tracks.some(({ kind, isCover }) => (kind === 'video' || kind === 'audio') && !isCover)) {
    throw corrupt('it holds neither sound nor moving pictures');
  }
}
