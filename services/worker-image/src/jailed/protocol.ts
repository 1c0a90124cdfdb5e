import type { LossCode, SaverArguments, SharpRead, SharpWrite } from '@filemill/formats';

/** What the declaration of the input says; see `SharpRead`. */
type PictureRead = Omit<SharpRead, 'loader'> & { readonly loader?: string };

/** What the declaration of the output says; see `SharpWrite`. */
export interface PictureWrite extends Pick<SharpWrite, 'saver' | 'holds'> {
  /** Arguments of the saver for photos, and for flat colours and hard edges. */
  readonly args: { readonly photo: SaverArguments; readonly graphic: SaverArguments };
}

/**
 * What the worker and the process in the jail say to each other: one JSON object a line, jobs on standard input,
 * answers on standard output, one job at a time. Paths are those inside the jail.
 */
export interface PictureJob {
  readonly input: string;
  readonly read: PictureRead;
  readonly write: PictureWrite;
  /** Name of the output without extension; pages are numbered behind it. */
  readonly outputBase: string;
  readonly outputExtension: string;
  /** From the header of the input: size as shown, and pictures inside. 0: the header does not tell. */
  readonly widthPx: number;
  readonly heightPx: number;
  readonly frames: number;
  /** Checked again against what the decoder finds. */
  readonly limits: PictureLimits;
  /** The upload itself was compressed with loss, so an output may be as well where it can choose. */
  readonly fromLossy: boolean;
  /** The header looks damaged: how much can be read is measured before anything is written. */
  readonly isSuspect: boolean;
  /** Take what can be had of a damaged picture; otherwise it is refused. */
  readonly salvage: boolean;
}

/** docs/security.md, limits. */
interface PictureLimits {
  readonly pixels: number;
  readonly sidePx: number;
  readonly frames: number;
  readonly framePixels: number;
}

/** What could not be read of the input. */
export type PictureDamage =
  | { readonly unit: 'unknown' }
  | { readonly unit: 'rows' | 'frames'; readonly missing: number; readonly total: number };

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
  };
}

/** Codes of the error table that a picture can cause, and the one cause that the worker has words for. */
export type PictureErrorCode =
  | 'FILE_CORRUPT'
  | 'FILE_TOO_LARGE'
  | 'UNSUPPORTED_FORMAT'
  | 'ENGINE_FAILED'
  | 'OUT_OF_MEMORY';

export type Answer =
  | { readonly type: 'progress'; readonly fraction: number }
  | { readonly type: 'done'; readonly result: PictureResult }
  | {
      readonly type: 'failed';
      readonly code: PictureErrorCode;
      /** For the user; the decoder's own words are in `cause`, for the log. */
      readonly detail?: string;
      readonly cause?: string;
    };
