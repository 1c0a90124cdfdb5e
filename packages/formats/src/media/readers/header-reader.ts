import type { Window } from '../../bytes/page-window.js';
import type { MediaInfo, MediaTrack } from '../../define/facts.js';

/** What a reader has found so far. A later parse error does not discard it. */
export class FoundMedia implements MediaInfo {
  tracks: MediaTrack[] = [];
  durationMs?: number;
  isDurationEstimated?: boolean;
  endsEarly?: boolean;
  hasTail?: boolean;
  understatesLength?: boolean;
}

/**
 * Reads a header into `found`, in linear time and bounded memory.
 *
 * @throws {AppError} FILE_ENCRYPTED, FILE_TOO_LARGE, UNSUPPORTED_FORMAT; FILE_CORRUPT for what it cannot parse
 */
export type HeaderReader = (window: Window, found: FoundMedia) => Promise<void>;

/** Name for a codec that the readers do not know; see {@link MediaTrack.codec}. */
export const unknownCodec = (code: string): string => `?${code.replace(/[^\x21-\x7e]/g, '.')}`;
