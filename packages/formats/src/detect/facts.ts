import type { MediaInfo } from '../media/readers/media-info.js';

/** What the header of a file says about its content. Absent: the format does not say, or not cheaply. */
export interface Facts {
  /** As a viewer shows it: after EXIF orientation. */
  widthPx?: number;
  heightPx?: number;
  /** Pictures in an animation or a multi-page image. */
  frames?: number;
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
