import type { Window } from '../../bytes/page-window.js';

/** One track of a container, in the order in which ffmpeg numbers the streams of its kind. */
export interface MediaTrack {
  readonly kind: 'video' | 'audio' | 'subtitle' | 'attachment' | 'data';
  /** ffmpeg's name of the codec; `?` and the container's own code if the reader does not know it. */
  readonly codec: string;
  /** A still picture that belongs to the audio (album cover); its kind is `video`. */
  readonly isCover?: boolean;
  readonly widthPx?: number;
  readonly heightPx?: number;
  /** Clockwise rotation that a player applies: 0, 90, 180 or 270. */
  readonly rotationDegrees?: number;
  /** Bits of one colour component. */
  readonly componentBits?: number;
  /** Transfer function of high dynamic range: PQ (SMPTE ST 2084) or HLG (ARIB STD-B67). */
  readonly transfer?: 'pq' | 'hlg';
  readonly sampleRateHz?: number;
  readonly channels?: number;
  /** Bits of a sample, for lossless audio. */
  readonly sampleBits?: number;
  readonly bitrateKbps?: number;
}

/** What the header of a container says. */
export interface MediaInfo {
  /** Absent if the header does not say. */
  readonly durationMs?: number;
  /** The duration is estimated from the data, because the format does not store it. */
  readonly isDurationEstimated?: boolean;
  /** The file is shorter than its header says. */
  readonly endsEarly?: boolean;
  /** According to the header the media end before the file: something else follows, such as a tag. */
  readonly hasTail?: boolean;
  /** More audio follows after the length that the header declares. */
  readonly understatesLength?: boolean;
  readonly tracks: readonly MediaTrack[];
}

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

/** Lossless codecs; a target that can hold their depth keeps it. */
const LOSSLESS = /^(pcm_|flac$|alac$|tta$|wavpack$|truehd$|wmalossless$|ffv1$)/;

/** Whether a track holds every bit of what was recorded. */
export const isLossless = ({ codec }: MediaTrack): boolean => LOSSLESS.test(codec);
