import type {
  HeldByPictures,
  LossCode,
  PictureOptions,
  RetouchOptions,
  SaverArguments,
  SharpRead,
  SharpWrite,
} from '@filemill/formats';
import type { Softening } from '@filemill/worker';

/** Data from the declaration of the input; see `SharpRead`. */
type PictureRead = Omit<SharpRead, 'loader'> & { readonly loader?: string };

/** Data from the declaration of the output; see `SharpWrite`. */
export interface PictureWrite extends Pick<SharpWrite, 'saver' | 'holds'> {
  /** Arguments of the saver for photos, and for flat colours and hard edges. */
  readonly args: { readonly photo: SaverArguments; readonly graphic: SaverArguments };
}

/**
 * Messages between the worker and the process in the jail: one JSON object per line, jobs on standard input,
 * answers on standard output, one job at a time. Paths are those inside the jail.
 */
export interface PictureJob {
  readonly input: string;
  readonly read: PictureRead;
  readonly write: PictureWrite;
  /** Name of the output without extension; page numbers follow it. */
  readonly outputBase: string;
  readonly outputExtension: string;
  /** What the user wants changed. */
  readonly edits: PictureOptions;
  readonly retouch: RetouchOptions;
  /** How the picture is softened before it is encoded; no animation is. */
  readonly softening?: Softening;
  /** What the output can hold and the user chooses. */
  readonly held: HeldByPictures;
  /** From the header of the input: size as shown, and number of pictures. 0: unknown. */
  readonly widthPx: number;
  readonly heightPx: number;
  readonly frames: number;
  /** Another engine follows, which takes one picture. */
  readonly onlyFirst: boolean;
  /** Checked again against the decoder's result. */
  readonly limits: PictureLimits;
  /** The upload itself was lossy, so an output that has the choice may be lossy too. */
  readonly fromLossy: boolean;
  /** The header seems damaged: the readable part is measured before anything is written. */
  readonly isSuspect: boolean;
  /** Recover the readable part of a damaged picture; otherwise it is refused. */
  readonly salvage: boolean;
}

/** docs/security.md, limits. */
interface PictureLimits {
  readonly pixels: number;
  readonly sidePx: number;
  readonly frames: number;
  readonly framePixels: number;
}

/** What the script that packs a picture better is to do besides. */
export interface PackSettings {
  /** The program ends after that; the picture stays as it was then. */
  readonly packMs: number;
  /** Of a JPEG: only the profile stays, and the orientation. */
  readonly strips: boolean;
  readonly isProgressive: boolean;
  /** Of a PNG: somebody has chosen the bits of its colours. */
  readonly keepsDepth: boolean;
  /** EXIF orientation, 1 to 8. */
  readonly orientation: number;
}

/** The part of the input that could not be read. */
export type PictureDamage =
  | { readonly unit: 'unknown' }
  | { readonly unit: 'rows' | 'frames'; readonly missing: number; readonly total: number };

/** The outputs of a job, and what was lost. */
export interface PictureResult {
  /** File names in /job/out, in page order. */
  readonly outputs: readonly string[];
  readonly losses: readonly LossCode[];
  readonly damage?: PictureDamage;
  readonly expected: {
    readonly widthPx?: number;
    readonly heightPx?: number;
    readonly frames?: number;
    readonly pages?: number;
    /** Of an animated PNG. */
    readonly lastFrameMs?: number;
    readonly loops?: number;
  };
}

/** Error codes that a picture can cause, and the one cause that the worker has a text for. */
export type PictureErrorCode =
  | 'FILE_CORRUPT'
  | 'FILE_TOO_LARGE'
  | 'UNSUPPORTED_FORMAT'
  | 'OPTION_INVALID'
  | 'ENGINE_FAILED'
  | 'OUT_OF_MEMORY';

/** A line of a child to the worker, as JSON. */
export type Answer =
  | { readonly type: 'progress'; readonly fraction: number }
  | { readonly type: 'done'; readonly result: PictureResult }
  | {
      readonly type: 'failed';
      readonly code: PictureErrorCode;
      /** A text for the user, or the option that is not valid; the decoder's message is in `cause`, for the log. */
      readonly detail?: string;
      readonly cause?: string;
    };

/**
 * Messages of the fork server in the jail to the worker, one JSON object per line: the standard output of the current
 * child, as text in pieces, so that no child can pretend to be the server; and the child's end.
 */
export type ServerLine =
  | {
      readonly type: 'ready';
      /** Version of the kernel's Landlock; 0: none. */
      readonly landlock: number;
    }
  | { readonly type: 'output'; readonly text: string }
  | {
      readonly type: 'ended';
      /** Exit code, or minus the number of the signal. */
      readonly status: number;
    };

/** Exit code of a child that could not confine itself; it has read nothing. See native/fork.c. */
export const CONFINE_FAILED = 12;
