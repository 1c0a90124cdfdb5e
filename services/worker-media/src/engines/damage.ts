import type { MediaInfo } from '@filemill/formats';
import type { StepResult } from '@filemill/worker';

type Damage = NonNullable<StepResult['damage']>;

/** ffmpeg's messages about its input, and how far it came. */
interface FfmpegRun {
  /** Output of `-loglevel repeat+level+warning`: each line names its level, and no line stands for several. */
  readonly stderr: string;
  /** The end of the output; undefined if ffmpeg did not report it. */
  readonly writtenMs: number | undefined;
}

/** Pictures that are partly shown or missing. */
const BROKEN_FRAME = /: corrupt decoded frame in stream \d/;
/** A fault of one video or audio stream; the message contains its number. */
const UNDECODED = /^\[error\] Error while decoding stream #\d+:\d+:/;
/** Data that is no frame of MPEG audio: if more than audio may follow, it is trailing data, such as a tag. */
const NO_FRAME = /\] \[error\] Header missing$/;
/** The file ends, or continues with something else, before the end that its header declares. */
const ENDS_EARLY = [
  /: corrupt input packet in stream \d/,
  /\] \[error\] stream \d+, offset 0x[0-9a-f]+: partial file/,
  /\] \[error\] File ended prematurely/,
  /\] \[error\] Header missing$/,
];

/**
 * This many packets may fail to decode without a loss: the first ones of a recording that was cut out of a stream, and
 * the rest after its last frame. Each is 20 to 100 ms of audio.
 */
const HARMLESS_PARTS = 2;
/** Encoders and containers count priming and padding differently by less than this. */
const LEAST_MISSING_MS = 150;
const LEAST_MISSING = 0.02;

interface Signs {
  readonly brokenFrames: number;
  readonly undecoded: number;
  readonly endsEarly: boolean;
}

function readSigns({ stderr }: FfmpegRun, { hasTail, isDurationEstimated }: MediaInfo): Signs {
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

/** Whether ffmpeg reported any fault of its input, even an invisible one. */
export function reportsFault(run: FfmpegRun, media: MediaInfo): boolean {
  const signs = readSigns(run, media);
  return media.endsEarly === true || signs.endsEarly || signs.undecoded > 0 || signs.brokenFrames > 0;
}

/**
 * The unreadable part of an input that was converted with ffmpeg's error concealment. A wrong length in the header of a
 * complete file is no damage, nor is a missing end that contains nothing.
 *
 * @param media - of the input
 */
export function damageOf(run: FfmpegRun, media: MediaInfo): Damage | undefined {
  const signs = readSigns(run, media);
  const missingMs = missingOf(run, media);
  if (missingMs !== undefined && reportsFault(run, media)) {
    return { unit: 'seconds', missing: toSeconds(missingMs), total: toSeconds(media.durationMs ?? 0) };
  }
  const isCutAnywhere = media.endsEarly === true && media.isDurationEstimated === true;
  const isBroken = signs.brokenFrames > 0 || signs.undecoded > HARMLESS_PARTS;
  return isBroken || isCutAnywhere ? { unit: 'unknown' } : undefined;
}

/** What the output lacks of the declared length; undefined if nothing is missing or no length is declared. */
function missingOf(
  { writtenMs }: FfmpegRun,
  { durationMs, isDurationEstimated }: MediaInfo,
): number | undefined {
  if (durationMs === undefined || isDurationEstimated || writtenMs === undefined) return undefined;
  const missingMs = durationMs - writtenMs;
  return missingMs > Math.max(LEAST_MISSING_MS, durationMs * LEAST_MISSING) ? missingMs : undefined;
}

const toSeconds = (ms: number): number => Math.round(ms / 100) / 10;
