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
  /** It marks chapters. */
  readonly hasChapters?: boolean;
  /** More audio follows after the length that the header declares. */
  readonly understatesLength?: boolean;
  readonly tracks: readonly MediaTrack[];
}

/** What the header of a file says about its content. Absent: the format does not say, or not cheaply. */
export interface Facts {
  /** As a viewer shows it: after EXIF orientation. */
  widthPx?: number;
  heightPx?: number;
  /** Pictures in an animation or a multi-page image. */
  frames?: number;
  /** How long the last picture of an animation is shown; of the others, the next one tells it. */
  lastFrameMs?: number;
  /** How often an animation plays; 0: without end. */
  loops?: number;
  /** Bits of one colour component of an animation, if there are more than eight. */
  componentBits?: number;
  pages?: number;
  durationMs?: number;
  /** Streams, in file order. */
  streams?: readonly { kind: 'video' | 'audio' | 'subtitle' | 'other'; codec: string }[];
  /** Sound and video: the tracks as ffmpeg numbers them. */
  media?: MediaInfo;
  /** EXIF orientation, 1 to 8. */
  orientation?: number;
  hasAlpha?: boolean;
  glyphs?: number;
  /** What is wrong with the header, for the user; the other facts are then those that could be read. */
  damage?: string;
}

/** Lossless codecs; a target that can hold their depth keeps it. */
const LOSSLESS = /^(pcm_|dsd_|flac$|alac$|ape$|tak$|tta$|wavpack$|truehd$|wmalossless$|ffv1$)/;

/** Whether a track holds every bit of what was recorded. */
export const isLossless = ({ codec }: MediaTrack): boolean => LOSSLESS.test(codec);
