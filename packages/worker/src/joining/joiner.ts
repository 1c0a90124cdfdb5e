import type { Facts, FormatSpec, JoinerId, Loss } from '@filemill/formats';
import type { Category } from '@filemill/product';

/** One of the files that become one: what its own conversion made, or the upload itself. */
export interface JoinPart {
  /** Number of the uploaded file, from 0; a file of several pages makes several parts. */
  readonly file: number;
  /** In the folder `in` of the step; the jail shows it as /job/in. */
  readonly path: string;
  readonly format: FormatSpec;
  readonly facts: Facts;
  /** Category of the upload; undefined for one of no known format. */
  readonly uploaded: Category | undefined;
  /** Name of the upload, without folders. */
  readonly fileName: string;
}

/** Parts to be joined, in order. */
export interface JoinRequest {
  /** A folder that only this step uses. */
  readonly folder: { readonly in: string; readonly out: string };
  readonly parts: readonly JoinPart[];
  /** In the folder `out`. */
  readonly outputPath: string;
  /** Validated settings; a joiner reads its own. */
  readonly options: Readonly<Record<string, unknown>>;
  /** Whether the joined file is the output of the conversion. */
  readonly final: boolean;
  /** Unix milliseconds, by this worker's own clock. */
  readonly deadlineMs: number;
}

/** What a joiner made. */
export interface Joined {
  /** What the file must show when its header is read. */
  readonly expected: Facts;
  /** What the joined file cannot hold. */
  readonly losses?: readonly Loss[];
  /** Numbers of files of which it used what it could read. */
  readonly damaged?: readonly number[];
  /** Numbers of files of which it could read nothing. */
  readonly unreadable?: readonly number[];
}

/**
 * Makes one file of several that have one format. Stops within a second when `signal` aborts.
 *
 * @throws {AppError} FILE_CORRUPT if it can read none of them; ENGINE_FAILED
 */
export interface Joiner {
  readonly id: JoinerId;
  /**
   * The settings with which each file becomes a part, by what the first one is.
   *
   * @param first - in the folder `in`
   */
  partOptions?(
    first: JoinPart,
    folder: JoinRequest['folder'],
    signal: AbortSignal,
  ): Promise<Readonly<Record<string, unknown>>>;
  join(request: JoinRequest, signal: AbortSignal, onProgress: (fraction: number) => void): Promise<Joined>;
}
