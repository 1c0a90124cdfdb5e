import type { MediaInfo } from '@filemill/formats';
import type { StepResult } from '@filemill/worker';

type Damage = NonNullable<StepResult['damage']>;

/** What ffmpeg said about its input, and how far it came. */
export interface Run {
  /** Of `-loglevel repeat+level+warning`: each line names its level, and none stands for several. */
  readonly stderr: string;
  /** Where the output ends; undefined if ffmpeg did not tell. */
  readonly writtenMs: number | undefined;
}

/** Pictures that were shown in part, or are missing. */
const BROKEN_FRAME = /: corrupt decoded frame in stream \d/;
/** Of one stream of pictures or sound; which of them stands in the numbers. */
const UNDECODED = /^\[error\] Error while decoding stream #\d+:\d+:/;
/** What stands there is no frame of MPEG audio at all: where more than sound may follow it is rubbish, or a tag. */
const NO_FRAME = /\] \[error\] Header missing$/;
/** The file ends, or goes on with something else, in the middle of what its header promises. */
const ENDS_EARLY = [
  /: corrupt input packet in stream \d/,
  /\] \[error\] stream \d+, offset 0x[0-9a-f]+: partial file/,
  /\] \[error\] File ended prematurely/,
  /\] \[error\] Header missing$/,
];

/**
 * So many parts may fail to decode without a word: the first ones of a recording that was cut out of a stream, and the
 * rest behind its last frame. Each is 20 to 100 ms of sound.
 */
const HARMLESS_PARTS = 2;
/** Encoders and containers count priming and padding differently by less. */
const LEAST_MISSING_MS = 150;
const LEAST_MISSING = 0.02;

interface Signs {
  readonly brokenFrames: number;
  readonly undecoded: number;
  readonly endsEarly: boolean;
}

function readSigns({ stderr }: Run, { hasTail, isDurationEstimated }: MediaInfo): Signs {
  const mayHoldRubbish = hasTail === true || isDurationEstimated === true;
  let brokenFrames = 0;
  let undecoded = 0;
  let endsEarly = false;
  let isRubbish = false;
  for (const line of stderr.split('\n')) {
    if (UNDECODED.test(line)) undecoded += isRubbish ? 0 : 1;
    else if (BROKEN_FRAME.test(line)) brokenFrames += 1;
    else endsEarly ||= ENDS_EARLY.some((sign) => sign.test(line));
    isRubbish = mayHoldRubbish && NO_FRAME.test(line);
  }
  return { brokenFrames, undecoded, endsEarly };
}

/** Whether ffmpeg complained of its input at all, also of what does not show. */
export function complains(run: Run, media: MediaInfo): boolean {
  const signs = readSigns(run, media);
  return media.endsEarly === true || signs.endsEarly || signs.undecoded > 0 || signs.brokenFrames > 0;
}

/**
 * What could not be read of an input that was converted with ffmpeg's concealment. A header that is wrong about the
 * length of a file which is whole is no damage, nor is a missing end that takes nothing with it.
 *
 * @param media - of the input
 */
export function damageOf(run: Run, media: MediaInfo): Damage | undefined {
  const signs = readSigns(run, media);
  const missingMs = missingOf(run, media);
  if (missingMs !== undefined && complains(run, media)) {
    return { unit: 'seconds', missing: toSeconds(missingMs), total: toSeconds(media.durationMs ?? 0) };
  }
  const isCutAnywhere = media.endsEarly === true && media.isDurationEstimated === true;
  const isBroken = signs.brokenFrames > 0 || signs.undecoded > HARMLESS_PARTS;
  return isBroken || isCutAnywhere ? { unit: 'unknown' } : undefined;
}

/** What the output lacks of the length that the header promises; undefined if nothing, or nothing is promised. */
function missingOf({ writtenMs }: Run, { durationMs, isDurationEstimated }: MediaInfo): number | undefined {
  if (durationMs === undefined || isDurationEstimated || writtenMs === undefined) return undefined;
  const missingMs = durationMs - writtenMs;
  return missingMs > Math.max(LEAST_MISSING_MS, durationMs * LEAST_MISSING) ? missingMs : undefined;
}

const toSeconds = (ms: number): number => Math.round(ms / 100) / 10;
