import type { z } from 'zod';
import type { PictureEncoder } from '../../media/encoders/pictures.js';
import type { SoundEncoder } from '../../media/encoders/sound.js';
import type { MediaInfo } from '../../media/readers/media-info.js';

/** What a declaration tells the engine `ffmpeg` about reading a format. */
export interface FfmpegRead {
  /** ffmpeg's reader, to which every input is forced: ffmpeg never guesses. */
  readonly demuxer: string;
  /** The whole name of that reader, which ffmpeg compares with the list of readers allowed; `demuxer` if absent. */
  readonly demuxerNames?: string;
  /** Further options of the reader, by what the header of the file tells. */
  readonly args?: (media: MediaInfo) => readonly string[];
}

/** Pictures that a container holds. */
export interface VideoTracks {
  /** Codecs that are copied, by ffmpeg's names: those that today's players of this container play. */
  readonly copies: readonly string[];
  /** For the rest. */
  readonly encoder: PictureEncoder;
  /** The others are dropped and reported. */
  readonly maxTracks: number;
  /** Whether the turn of a phone video is kept beside the pictures; else they are turned, which means encoding. */
  readonly holdsRotation: boolean;
}

/** Sound that a container holds. */
export interface AudioTracks {
  /** As {@link VideoTracks.copies}. */
  readonly copies: readonly string[];
  /** For the rest. */
  readonly encoder: SoundEncoder;
  readonly maxTracks: number;
  /** Of the encoder, not of copies. */
  readonly maxChannels: number;
  readonly maxSampleRateHz: number;
}

/** Text that a container holds; pictures of text are copied or dropped. */
export interface SubtitleTracks {
  readonly copies: readonly string[];
  readonly encoder: 'mov_text' | 'webvtt' | 'subrip';
}

/** What a declaration tells the engine `ffmpeg` about writing a format. `O`: its options. */
export interface FfmpegWrite<O = Readonly<Record<string, unknown>>> {
  readonly muxer: string;
  readonly muxerArgs?: readonly string[];
  /** Sound lies there end to end: gaps in the times of the input, and a late start, are not kept. */
  readonly storesNoTimes?: true;
  /** Absent: the format holds sound alone. */
  readonly video?: VideoTracks;
  readonly audio: AudioTracks;
  readonly subtitles?: SubtitleTracks;
  /** Codecs of a cover that can be attached. */
  readonly covers: readonly string[];
  /** Options that become arguments of the output. `quality` is no such option: the encoders read it. */
  args?(options: Partial<O>): readonly string[];
  /** Other sound for some options, in place of `audio`. */
  audioFor?(options: Partial<O>): AudioTracks | undefined;
}

/** Ties `args` to the type of `options`. */
export const writtenByFfmpeg = <S extends z.ZodObject>(
  write: FfmpegWrite<z.infer<S>> & { readonly from: readonly string[]; readonly options?: S },
): FfmpegWrite & { readonly from: readonly string[]; readonly options?: S } => write;
