import type { LossCode } from '@filemill/catalogue';

/**
 * What the worker and the process in the jail say to each other: one JSON object a line, jobs on standard input,
 * answers on standard output, one job at a time. Paths are those inside the jail.
 */
export interface PictureJob {
  readonly input: string;
  readonly inputFormat: string;
  readonly outputFormat: string;
  /** Name of the output without extension; pages are numbered behind it. */
  readonly outputBase: string;
  readonly outputExtension: string;
  readonly options: { readonly quality?: number };
  /** From the header of the input: size as shown, and pictures inside. */
  readonly widthPx: number;
  readonly heightPx: number;
  readonly frames: number;
  /** The upload itself was compressed with loss, so an output may be as well where it can choose. */
  readonly fromLossy: boolean;
  /** False between two engines: fastest settings that lose nothing. */
  readonly final: boolean;
}

export interface PictureResult {
  /** File names in /job/out, in page order. */
  readonly outputs: readonly string[];
  readonly losses: readonly LossCode[];
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
