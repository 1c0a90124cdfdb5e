import type { Facts } from '../facts.js';

/** One track of a container, in the order in which ffmpeg numbers the streams of its kind. */
export interface MediaTrack {
  readonly kind: 'video' | 'audio' | 'subtitle' | 'attachment' | 'data';
  /** ffmpeg's name of the codec; `?` and the container's own code where the reader does not know it. */
  readonly codec: string;
  /** A still picture that belongs to the sound (album cover); its kind is `video`. */
  readonly isCover?: boolean;
  readonly widthPx?: number;
  readonly heightPx?: number;
  /** Clockwise turn that a player applies: 0, 90, 180 or 270. */
  readonly rotationDegrees?: number;
  /** Bits of one colour component. */
  readonly componentBits?: number;
  /** Transfer function of high dynamic range: PQ (SMPTE ST 2084) or HLG (ARIB STD-B67). */
  readonly transfer?: 'pq' | 'hlg';
  readonly sampleRateHz?: number;
  readonly channels?: number;
  /** Bits of a sample, for sound that is stored without loss. */
  readonly sampleBits?: number;
  readonly bitrateKbps?: number;
}

/** What the header of a container says. */
export interface MediaInfo {
  /** Absent when the header does not tell. */
  readonly durationMs?: number;
  /** The duration is reckoned from the size, because the format counts nothing. */
  readonly isDurationEstimated?: boolean;
  readonly tracks: readonly MediaTrack[];
}

/** Name for a codec that the readers do not know; see {@link MediaTrack.codec}. */
export const unknownCodec = (code: string): string => `?${code.replace(/[^\x21-\x7e]/g, '.')}`;

/** The part of a header that every format shares; covers and fonts are `other`, time codes and chapters are left out. */
export function toFacts(info: MediaInfo): Facts {
  const picture = info.tracks.find((track) => track.kind === 'video' && !track.isCover);
  const upright = (picture?.rotationDegrees ?? 0) % 180 === 0;
  return {
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
