import { AppError } from '@filemill/errors';
import { needsTooMuchMemory, type RunResult } from '@filemill/worker';

/**
 * ffmpeg and ffprobe name the input and what went wrong while they opened or read it. The reasons are those of their
 * readers (`Invalid argument`, `End of file`, `Input/output error` …), except where the system did not hand the file out.
 */
const UNREADABLE =
  /^(\[error\] )?\/job\/in\/[^\n:]{1,99}: (?!No such file|Permission denied|Too many open files)/m;

/** What ffmpeg says when the fault lies in the file: the same command would fail again. */
const DAMAGED = [
  UNREADABLE,
  /Invalid data found when processing input/,
  /moov atom not found/,
  /could not find codec parameters/i,
  /Error while decoding stream/,
  /Decoder \(codec [^()\n]*\) not found/,
  /Output file is empty, nothing was encoded/,
  /^(\[fatal\] )?Empty output/m,
  /does not contain any stream/,
];
const PROTECTED = [/encrypted/i, /\bDRM\b/, /no decryption key/i];

/** The header that we read and ffmpeg do not agree on which streams there are. */
export const namesMissingStream = (error: unknown): boolean =>
  error instanceof AppError && error.cause instanceof Error && /matches no streams/.test(error.cause.message);

/** ffmpeg's own code when more frames are broken than it tolerates. */
const EXIT_TOO_MANY_ERRORS = 69;

/** The error for a run that did not end well; what ffmpeg said goes to the log alone. */
export function failureOf({ exitCode, exitSignal, stderr }: RunResult): AppError {
  const cause = new Error(`ffmpeg ended with ${exitSignal ?? exitCode}: ${stderr.slice(-2000)}`);
  if (PROTECTED.some((pattern) => pattern.test(stderr))) return new AppError('FILE_ENCRYPTED', {}, { cause });
  if (/Cannot allocate memory/.test(stderr)) return needsTooMuchMemory(cause);
  const isDamaged = exitCode === EXIT_TOO_MANY_ERRORS || DAMAGED.some((pattern) => pattern.test(stderr));
  return new AppError(isDamaged ? 'FILE_CORRUPT' : 'ENGINE_FAILED', {}, { cause });
}
