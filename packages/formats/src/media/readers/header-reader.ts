import { AppError } from '@filemill/errors';
import type { ByteReader } from '../../bytes/byte-reader.js';
import { Window } from '../../bytes/windows.js';
import type { Facts, MediaInfo, MediaTrack } from '../../define/facts.js';

/** What a reader has found so far. A later parse error does not discard it. */
export class FoundMedia implements MediaInfo {
  tracks: MediaTrack[] = [];
  durationMs?: number;
  isDurationEstimated?: boolean;
  endsEarly?: boolean;
  hasTail?: boolean;
  hasChapters?: boolean;
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

/** Streams of any kind, docs/security.md section 2. */
const MAX_TRACKS = 64;
/** 8K is 7680 wide; the largest level of H.264, HEVC and AV1 ends here. */
const MAX_SIDE_PX = 8192;

/**
 * The `limits` reader of an audio or video format: the facts of its header, as far as it can be parsed.
 *
 * @returns facts, with `damage` if the header cannot be parsed; the limits apply to what was read before
 */
export const mediaLimits =
  (read: HeaderReader) =>
  async (reader: ByteReader): Promise<Facts> => {
    const found = new FoundMedia();
    const damage = await read(new Window(reader), found).then(() => undefined, damageIn);
    checkLimits(found);
    return { ...mediaFacts({ ...found }), ...(damage !== undefined && { damage }) };
  };

/** A field beyond the end of its parent causes a RangeError. Encryption, limits and disk errors are not damage. */
function damageIn(error: unknown): string {
  if (isRangeError(error)) return 'its header is broken';
  if (error instanceof AppError && error.code === 'FILE_CORRUPT') return String(error.params.detail);
  throw error;
}

/** @throws {AppError} FILE_TOO_LARGE if a number exceeds its limit */
function checkLimits({ tracks }: MediaInfo): void {
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
}

/** Compared by name, because Buffers come from another realm in Jest. */
const isRangeError = (error: unknown): boolean =>
  (error as { name?: unknown } | undefined)?.name === 'RangeError';

/** The facts that every format shares; covers and fonts are `other`; time codes and chapters are omitted. */
export function mediaFacts(info: MediaInfo): Facts {
  const picture = info.tracks.find((track) => track.kind === 'video' && !track.isCover);
  const upright = (picture?.rotationDegrees ?? 0) % 180 === 0;
  return {
    media: info,
    ...(info.durationMs !== undefined && { durationMs: Math.round(info.durationMs) }),
    ...(picture?.widthPx !== undefined && {
      widthPx: upright ? picture.widthPx : picture.heightPx,
      heightPx: upright ? picture.heightPx : picture.widthPx,
    }),
    streams: info.tracks.flatMap(({ kind, codec, isCover }) =>
      kind === 'data' ? [] : [{ kind: isCover || kind === 'attachment' ? 'other' : kind, codec }],
    ),
  };
}
