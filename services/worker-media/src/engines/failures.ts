import { AppError } from '@filemill/errors';
import { needsTooMuchMemory, type RunResult } from '@filemill/worker';

/**
 * ffmpeg and ffprobe name the input and the fault when they could not open or read it. The reasons are those of their
 * demuxers (`Invalid argument`, `End of file`, `Input/output error` …), unless the system refused to open the file.
 */
const UNREADABLE =
  /^(\[error\] )?\/job\/in\/[^\n:]{1,99}: (?!No such file|Permission denied|Too many open files)/m;

const EMPTY = [/Output file is empty, nothing was encoded/, /^(\[fatal\] )?Empty output/m];
/** ffmpeg's messages about faults of the file: the same command would fail again. */
const DAMAGED = [
  UNREADABLE,
  /Invalid data found when processing input/,
  /moov atom not found/,
  /could not find codec parameters/i,
  /Error while decoding stream/,
  /Decoder \(codec [^()\n]*\) not found/,
  ...EMPTY,
  /does not contain any stream/,
];
const PROTECTED = [/encrypted/i, /\bDRM\b/, /no decryption key/i];

/** The part of the pictures that the user wants begins beside them. */
const OUTSIDE = /Invalid too big or non positive size for width '(-?\d+)' or height '-?\d+'/;

/** The streams of the input held nothing. */
export const isEmptyOutput = ({ stderr }: Pick<RunResult, 'stderr'>): boolean =>
  EMPTY.some((pattern) => pattern.test(stderr));

/** Our header reader and ffmpeg disagree about the streams. */
export const namesMissingStream = (error: unknown): boolean =>
  error instanceof AppError && error.cause instanceof Error && /matches no streams/.test(error.cause.message);

/** ffmpeg's exit code if more frames are broken than it tolerates. */
const EXIT_TOO_MANY_ERRORS = 69;

/** The error for a failed run; ffmpeg's messages go to the log only. */
export function failureOf({ exitCode, exitSignal, stderr }: RunResult): AppError {
  const cause = new Error(`ffmpeg ended with ${exitSignal ?? exitCode}: ${stderr.slice(-2000)}`);
  if (PROTECTED.some((pattern) => pattern.test(stderr))) return new AppError('FILE_ENCRYPTED', {}, { cause });
  if (/Cannot allocate memory/.test(stderr)) return needsTooMuchMemory(cause);
  const [, width] = OUTSIDE.exec(stderr) ?? [];
  if (width !== undefined) {
    const field = Number(width) > 0 ? 'cropTop' : 'cropLeft';
    return new AppError('OPTION_INVALID', { field, rule: 'inside the picture' }, { cause });
  }
  const isDamaged = exitCode === EXIT_TOO_MANY_ERRORS || DAMAGED.some((pattern) => pattern.test(stderr));
  return new AppError(isDamaged ? 'FILE_CORRUPT' : 'ENGINE_FAILED', {}, { cause });
}

/** A failure of ffmpeg's that no message of it names. @param reason - for the log */
export const engineFailed = (reason: string): AppError =>
  new AppError('ENGINE_FAILED', {}, { cause: new Error(reason) });

/** Whether ffmpeg failed, or found the file damaged: with other arguments it may not. */
export const isFailure = (error: unknown): boolean =>
  error instanceof AppError && (error.code === 'ENGINE_FAILED' || error.code === 'FILE_CORRUPT');
