import type { z } from 'zod';
import type { MediaInfo, MediaTrack } from './facts.js';
import type { TagName } from './media-tags.js';

/** What the engine `ffmpeg` needs to read a format. */
export interface FfmpegRead {
  /** ffmpeg's demuxer. It is always forced: ffmpeg never guesses. */
  readonly demuxer: string;
  /** Full name of that demuxer, which ffmpeg compares with its list of allowed demuxers; `demuxer` if absent. */
  readonly demuxerNames?: string;
  /** Its demuxer knows only when pictures are decoded, so ffmpeg shows them late; the first belongs to the first sound. */
  readonly showsPicturesLate?: true;
  /** Further options of the demuxer, by the facts of the file's header. */
  readonly args?: (media: MediaInfo) => readonly string[];
}

/** What the user wants of an encoder of pictures beside the quality. */
export interface PictureTuning {
  /** In place of the quality. */
  readonly kbps?: number;
  /** How long it may search for a smaller file. */
  readonly preset?: 'fast' | 'medium' | 'slow';
  readonly profile?: 'baseline' | 'main' | 'high';
}

/** Settings of the user that some encoders of pictures have. */
export type PictureSetting = 'videoBitrate' | 'preset' | 'profile' | 'colourDepth' | 'keyframes';

/** How colours that a palette lacks are mixed. */
export type Dither = 'ordered' | 'diffusion' | 'none';

/** A video encoder of ffmpeg. */
export interface PictureEncoder {
  /** ffmpeg's name of the codec that it writes. */
  readonly codec: string;
  /**
   * `%` stands for the stream specifier of the output, such as `v:0`.
   *
   * @param quality - 1 to 100; absent: no visible loss
   */
  readonly args: (quality: number | undefined, tuning?: PictureTuning) => readonly string[];
  /** Settings that it has. */
  readonly has?: readonly PictureSetting[];
  /** Wider pictures are made smaller, and the loss is reported. */
  readonly maxWidthPx?: number;
  /** Pictures a second that the user can choose, if not all. */
  readonly ratesFps?: readonly number[];
  /** Smaller pictures it refuses. */
  readonly minSidePx?: number;
  /** ffmpeg's pixel format; `yuv420p` if absent. */
  readonly pixelFormat?: string;
  /** Filters in place of the conversion to that format; the loss of colours is reported. */
  readonly palette?: string;
  /** The same as the user wants them. */
  readonly paletteOf?: (colours: number, dither: Dither) => string;
  /** Pictures a second, for formats that do not say it. */
  readonly frameRate?: number;
  /** Pictures a second, at most; 120 if absent. */
  readonly maxFrameRate?: number;
}

/** A stream to encode. */
export interface SoundSource {
  readonly track: MediaTrack;
  /** Channels of the output, at most. */
  readonly maxChannels: number;
  /** 1 to 100; absent: depends on the source. */
  readonly quality?: number;
  /** In place of the quality: one of {@link SoundEncoder.kbps}. */
  readonly kbps?: number;
  /** Whether the bit rate may vary around {@link SoundSource.kbps}. */
  readonly varies?: boolean;
}

/** Bit rates of an encoder, in kbit/s: all from the first to the last, or these. */
export type BitRates = { readonly min: number; readonly max: number } | readonly number[];

/** An audio encoder of ffmpeg. */
export interface SoundEncoder {
  /** ffmpeg's name of the codec that it writes for a source. */
  readonly codec: (track: MediaTrack) => string;
  /** `%` stands for the stream specifier of the output, such as `a:0`. */
  readonly args: (source: SoundSource) => readonly string[];
  /** It is lossless up to this depth. */
  readonly maxSampleBits?: number;
  /** It accepts any speaker layout; the others know only the usual ones. */
  readonly takesAnyLayout?: true;
  /** It has no rate of 44.1 kHz, to which multiples of it are reduced else. */
  readonly lacks44Khz?: true;
  /** Bit rates that the user can choose; absent: none. */
  readonly kbps?: BitRates;
  /** Its files grow in jumps, whatever bit rate between them is asked for. */
  readonly jumps?: true;
  /** It can hold a bit rate, or vary around it. */
  readonly holdsRate?: true;
  /** Sample rates that the user can choose; absent: none, as the encoder has one. */
  readonly ratesHz?: readonly number[];
  /** Bits of a sample that the user can choose. */
  readonly depths?: readonly number[];
  /** Where several encoders write one format, as {@link AudioTracks.maxChannels}. */
  readonly maxChannels?: number;
  /** As {@link AudioTracks.maxSampleRateHz}. */
  readonly maxSampleRateHz?: number;
}

/** Video that a container holds. */
export interface VideoTracks {
  /** Codecs that are copied, by ffmpeg's names: those that today's players of this container play. */
  readonly copies: readonly string[];
  /** For the rest. */
  readonly encoder: PictureEncoder;
  /** Encoders that the user can choose, by the beginning of the names of their codecs; one of them is `encoder`. */
  readonly codecs?: Readonly<Record<string, PictureEncoder>>;
  /** The others are dropped and reported. */
  readonly maxTracks: number;
  /** Whether the container stores the rotation of phone video; else the pictures are rotated, which means encoding. */
  readonly holdsRotation: boolean;
}

/** Sound that a container holds. */
export interface AudioTracks {
  /** As {@link VideoTracks.copies}. */
  readonly copies: readonly string[];
  /** For the rest. */
  readonly encoder: SoundEncoder;
  /** As {@link VideoTracks.codecs}. */
  readonly codecs?: Readonly<Record<string, SoundEncoder>>;
  readonly maxTracks: number;
  /** Of the encoder, not of copies. */
  readonly maxChannels: number;
  readonly maxSampleRateHz: number;
}

/** Subtitles that a container holds; bitmap subtitles are copied or dropped. */
export interface SubtitleTracks {
  readonly copies: readonly string[];
  readonly encoder: 'mov_text' | 'webvtt' | 'subrip' | 'ass';
  /** The others are dropped and reported; absent: it holds all. */
  readonly maxTracks?: number;
}

/** What the engine `ffmpeg` needs to write a format. `O`: its options. */
export interface FfmpegWrite<O = Readonly<Record<string, unknown>>> {
  readonly muxer: string;
  readonly muxerArgs?: readonly string[];
  /** The streams are stored without gaps: gaps between the timestamps of the input, and a late start, are lost. */
  readonly storesNoTimes?: true;
  /** Its muxer writes marks of chapters. */
  readonly holdsChapters?: true;
  /** Tags that a player shows. */
  readonly tags?: readonly TagName[];
  /** How an animation is told how often it plays: arguments of the muxer in place of those in `muxerArgs`. */
  readonly playsArgs?: (times: number) => readonly string[];
  /** Absent: the format holds only sound, or only subtitles. */
  readonly video?: VideoTracks;
  readonly audio: AudioTracks;
  readonly subtitles?: SubtitleTracks;
  /** Codecs of a cover that can be attached. */
  readonly covers: readonly string[];
  /** Options that become arguments of the output. `quality` is not one of them: the encoders read it. */
  args?(options: Partial<O>): readonly string[];
  /** Other sound for some options, in place of `audio`. */
  audioFor?(options: Partial<O>): AudioTracks | undefined;
}

/** What the engine `bundle` needs to write a format: what its zip holds. */
export interface BundleWrite {
  /** All pictures of a film; or its streams in short segments, and a playlist. */
  readonly as: 'pictures' | 'segments';
}

/** Whether a format holds subtitles and nothing else. */
export const holdsOnlyText = ({ video, subtitles }: FfmpegWrite): boolean =>
  video === undefined && subtitles !== undefined;

/** Ties `args` to the type of `options`. */
export const writtenByFfmpeg = <S extends z.ZodObject>(
  write: FfmpegWrite<z.infer<S>> & { readonly from: readonly string[]; readonly options?: S },
): FfmpegWrite & { readonly from: readonly string[]; readonly options?: S } => write;
