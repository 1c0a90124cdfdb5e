import { AppError } from '@filemill/errors';
import { needsTooMuchMemory, type RunResult } from '@filemill/worker';

/** What ffmpeg says when the fault lies in the file: the same command would fail again. */
const DAMAGED = [
  /Invalid data found when processing input/,
  /moov atom not found/,
  /could not find codec parameters/i,
  /Error while decoding stream/,
  /Decoder .* not found/,
  /Output file is empty, nothing was encoded/,
  /does not contain any stream/,
  /Conversion failed!.*too many errors/s,
];
const PROTECTED = [/encrypted/i, /\bDRM\b/, /no decryption key/i];

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
