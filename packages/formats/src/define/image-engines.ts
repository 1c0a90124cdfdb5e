import type { LossCode } from './losses.js';
import type { UsualSizes } from './pdf-options.js';
import type { Trait } from './traits.js';

/** What the engine `sharp` needs to read a format. */
export interface SharpRead {
  /**
   * What decodes it: libvips, from the file; or a decoder of this project, which may pass a part to libvips.
   */
  readonly opens: 'file' | 'bitmap' | 'icon' | 'icon family' | 'drawing';
  /** libvips' own name of the one loader that this format may use; every other is blocked. */
  readonly loader?: `VipsForeignLoad${string}`;
  /** How damage is measured and a damaged file is recovered. Absent: a file that libvips refuses is lost. */
  readonly mends?: 'jpeg' | 'png' | 'gif' | 'tiff' | 'webp';
  /** Its pictures are frames of an animation, not pages. */
  readonly moves?: true;
  /** It may hold several pictures that belong together. */
  readonly hasPages?: true;
  /** Lossy: some more invisible loss is better than an output ten times as large. */
  readonly isLossy?: true;
  /** Its pixels are sRGB, whatever its profile says. */
  readonly ignoresProfile?: true;
  /** Flat colours and hard edges, which chroma subsampling and filters for photos harm. */
  readonly isGraphic?: true;
  /** ffmpeg's demuxer of its animations, of which libvips reads only the still picture. */
  readonly sequences?: string;
}

/** What a format can hold in addition to eight-bit sRGB. */
export type PictureTrait =
  | Extract<Trait, 'transparency' | 'profile' | '16 bits' | 'animation'>
  /** EXIF and XMP. */
  | 'metadata'
  /** XMP alone. */
  | 'XMP'
  /** Numbers in proportion to the light, instead of sRGB. */
  | 'light';

/** Arguments of one of sharp's encoders, by the names of sharp's manual. */
export type SaverArguments = Readonly<Record<string, string | number | boolean | readonly number[]>>;

/** What helps to meet a target size. */
export interface Growth {
  /** By how much one more step of quality makes a usual file larger: 1.03 if left out. */
  readonly growth?: number;
  /** How large each quality usually makes a picture. Absent: whole qualities only, see `softness` of a step. */
  readonly usualSizes?: UsualSizes;
  /** Between two qualities that are no further apart, softening the picture is finer than another quality: 1 if left out. */
  readonly fineSteps?: number;
}

/** What the engine `sharp` needs to write a format. */
export interface SharpWrite extends Growth {
  /** Method of sharp that encodes it; or an encoder of this project. */
  readonly saver:
    | 'jpeg'
    | 'png'
    | 'webp'
    | 'avif'
    | 'gif'
    | 'tiff'
    | 'own bitmap'
    | 'own icon'
    | 'own cursor'
    | 'own icon family'
    | 'own animation'
    | 'own document';
  readonly holds: readonly PictureTrait[];
  /**
   * Turns the user's options, parsed by the schema beside it, into arguments of the saver.
   *
   * @param picture - `isGraphic` as in {@link SharpRead}, or with a palette; `isFinal` is false between two engines;
   *   `softness` of the step, for a format with `usualSizes`
   * @see README.md of the image worker for what each choice costs and gains
   */
  args?(
    options: Readonly<Record<string, unknown>>,
    picture: { readonly isGraphic: boolean; readonly isFinal: boolean; readonly softness: number },
  ): SaverArguments;
  /** What packs a picture that becomes what it is. */
  readonly packer?: PicturePacker;
  /** How ffmpeg encodes its animations, of which the saver writes only one picture. */
  readonly sequences?: {
    readonly muxer: string;
    /** @param options - as of `args` */
    encoder(options: Readonly<Record<string, unknown>>): readonly string[];
  };
}

/** A program that makes a file smaller and keeps every pixel. */
export interface PicturePacker {
  /** Name in /usr/bin. */
  readonly program: 'jpegoptim' | 'optipng' | 'gifsicle';
  /** What the saver has written; or the upload itself, for a saver that loses detail, with the option `lossless`. */
  readonly packs: 'output' | 'upload';
  /** Settings that it obeys besides. */
  readonly obeys?: readonly string[];
}

/** What the engine `vips` needs to read a format. */
export interface VipsRead {
  /** Operation of libvips that reads it (`vips --list operations`): never by detection. */
  readonly loader: string;
  /** See `SharpRead.isLossy`. */
  readonly isLossy?: true;
  /** It holds light, not levels: a second run turns it into sRGB. */
  readonly isLight?: true;
  /** libvips blocks this loader with all that it calls untrusted, even if it is named. */
  readonly isBlocked?: true;
  /** Always lost. */
  readonly losses?: readonly LossCode[];
}

/** What the engine `vips` needs to write a format. */
export interface VipsWrite extends Growth {
  /** With the option `lossless`, too, some colours change by a level, because it holds them in another model. */
  readonly roundsColours?: true;
  /** Options of libvips' saver, in the syntax after a file name: `[compression=lzw]`. */
  args(isFinal: boolean, options: Readonly<Record<string, unknown>>): string;
  /** See `VipsRead.isBlocked`. */
  readonly isBlocked?: true;
}

/** What the engine `stills` needs to read a format. */
export interface StillsRead {
  /** ffmpeg's demuxer. It is always forced: ffmpeg never guesses. */
  readonly demuxer: string;
  /** Options of the decoder. */
  readonly args?: readonly string[];
  /** ffmpeg's filter that sets right what the decoder gets wrong. */
  readonly filter?: string;
  /** Always lost. */
  readonly losses?: readonly LossCode[];
  /** It holds no colours that an output could lose. */
  readonly isGrey?: true;
}

/** What the engine `stills` needs to write a format: one picture, or a film of all of them. */
export type StillsWrite = StillWrite | FilmWrite;

/** The film is encoded as the engine `ffmpeg` encodes this format. */
interface FilmWrite {
  readonly film: true;
}

/** Of one picture. */
export interface StillWrite {
  readonly film?: never;
  /** ffmpeg's encoder. */
  readonly encoder: string;
  /** Options of the encoder. */
  readonly args?: readonly string[];
  /** ffmpeg's filter that prepares the picture. */
  readonly filter?: string;
  /** ffmpeg's muxer, if it is not the one of pictures. */
  readonly muxer?: string;
  /** What becomes of colours; not lost if the upload had none. */
  readonly greys?: LossCode;
}

/** What the engine `pixels` needs to read a format. */
export interface PixelsRead {
  /** Of this project; `png` is what sharp has written for the engine. */
  readonly reader: 'png' | 'gimp' | 'merged' | 'wireless';
  /** See {@link StillsRead.isGrey}. */
  readonly isGrey?: true;
}

/** What the engine `pixels` needs to write a format. */
export interface PixelsWrite {
  /** Of this project; `png` is what sharp reads of the engine. */
  readonly writer: 'png' | 'photoshop' | 'surface' | 'pixmap';
}

/** A program that reads or writes one format. */
export interface PictureProgram {
  /** Name in /usr/bin. */
  readonly program: string;
  /** Its arguments. @param options - the user's, parsed by the schema of the output */
  args(input: string, output: string, options: Readonly<Record<string, unknown>>): readonly string[];
  /** What each of its inputs has, and none of its outputs. */
  readonly loses?: readonly LossCode[];
}

/** What the engine `codecs` needs to read a format: its program, unless the output has one. */
export interface CodecsRead {
  readonly decoder?: PictureProgram;
}

/** What the engine `codecs` needs to write a format: its program, unless the input has one. */
export interface CodecsWrite {
  readonly encoder?: PictureProgram;
}
