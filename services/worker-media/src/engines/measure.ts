import type { MediaOptions } from '@filemill/formats';

/** What a run of ffmpeg measured. */
interface Loudness {
  /** By EBU R 128; undefined for silence, and for less than the 0.4 s that it needs. */
  readonly lufs: number | undefined;
  /** Of the wave between the samples, in decibels of full scale. */
  readonly peakDb: number;
}

/** Measures the loudness of what the filters before it let through. */
export const MEASURE_LOUDNESS = 'ebur128=peak=true:framelog=verbose';

/** What ffmpeg calls silence, whose loudness has no number. */
const SILENT_LUFS = -70;

/** Reads the summary of {@link MEASURE_LOUDNESS}. */
export function readLoudness(stderr: string): Loudness {
  const summary = stderr.slice(stderr.lastIndexOf('Summary:'));
  const lufs = Number(/\bI: +(-?\d+\.\d+) LUFS/.exec(summary)?.[1] ?? SILENT_LUFS);
  const peakDb = Number(/\bPeak: +(-?\d+\.\d+) dBFS/.exec(summary)?.[1] ?? 0);
  return { lufs: lufs <= SILENT_LUFS ? undefined : lufs, peakDb };
}

/** Players and lossy codecs need this much room below full scale: EBU R 128. */
const CEILING_DB = -1;
/** The limiter lets a little through. */
const LIMIT = 10 ** ((CEILING_DB - 0.5) / 20);
/** Where peaks between the samples are samples themselves. */
const OVERSAMPLED_HZ = 192_000;
const CLOSE_ENOUGH_LU = 0.2;
const MAX_PASSES = 5;

/**
 * Filters that bring a sound to a loudness. All of it becomes louder or quieter by the same amount, so that the quiet parts
 * stay quiet; only peaks that would not fit are held down, and then it is measured again. ffmpeg's own `loudnorm` follows
 * the loudness from moment to moment as soon as one peak does not fit.
 *
 * @param measure - measures the sound behind these filters
 * @param rateHz - sample rate of the result
 */
export async function loudnessFilters(
  targetLufs: number,
  rateHz: number,
  measure: (filters: readonly string[]) => Promise<Loudness>,
): Promise<readonly string[]> {
  const { lufs, peakDb } = await measure([]);
  if (lufs === undefined) return [];
  let gainDb = targetLufs - lufs;
  if (peakDb + gainDb <= CEILING_DB) return [volume(gainDb)];
  for (let pass = 1; pass < MAX_PASSES; pass++) {
    const reached = (await measure(limited(gainDb, rateHz))).lufs ?? targetLufs;
    if (Math.abs(targetLufs - reached) < CLOSE_ENOUGH_LU) break;
    gainDb += targetLufs - reached;
  }
  return limited(gainDb, rateHz);
}

const volume = (gainDb: number): string => `volume=${gainDb.toFixed(2)}dB:precision=double`;

const limited = (gainDb: number, rateHz: number): string[] => [
  volume(gainDb),
  `aresample=${OVERSAMPLED_HZ}`,
  `alimiter=limit=${LIMIT.toFixed(4)}:level=false:latency=true`,
  `aresample=${rateHz}`,
];

/** Shorter pauses are part of the sound. */
const LEAST_SILENCE_SECONDS = 0.05;

/** Finds silence in what the filters before it let through; names it on both outputs, of which the ends are kept. */
export const measureSilence = ({ silenceThreshold = -50 }: MediaOptions): string =>
  `silencedetect=noise=${silenceThreshold}dB:duration=${LEAST_SILENCE_SECONDS},ametadata=print:file=-`;

/** The part between the silence at the start and that at the end, in seconds. */
export interface SoundingPart {
  readonly from: number;
  /** Absent: it ends with a sound. */
  readonly to?: number;
}

/** Two moments that ffmpeg rounds differently. */
const SAME_MOMENT_SECONDS = 0.05;
const MICROSECONDS = 1_000_000;

const lastOf = (text: string, pattern: RegExp): number | undefined => {
  const found = [...text.matchAll(pattern)].at(-1)?.[1];
  return found === undefined ? undefined : Number(found);
};

/**
 * Reads the messages of {@link measureSilence} and of `-progress pipe:2`.
 *
 * @param output - the beginning of standard output and the end of the errors, as the rest may be missing
 * @returns undefined if all of it is silent
 */
export function readSilence(output: {
  readonly stdout: string;
  readonly stderr: string;
}): SoundingPart | undefined {
  const { stdout, stderr } = output;
  const length = (lastOf(stderr, /out_time_us=(\d+)/g) ?? 0) / MICROSECONDS;
  const firstStart = /silence_start=(-?[\d.]+)/.exec(stdout)?.[1];
  const firstEnd = /silence_end=(-?[\d.]+)/.exec(stdout)?.[1];
  const startsSilent = firstStart !== undefined && Number(firstStart) < SAME_MOMENT_SECONDS;
  const from = startsSilent ? Number(firstEnd ?? length) : 0;
  if (from > length - SAME_MOMENT_SECONDS) return undefined;
  const lastStart = lastOf(stderr, /silence_start: (-?[\d.]+)/g);
  const lastEnd = lastOf(stderr, /silence_end: (-?[\d.]+)/g) ?? length;
  const endsSilent =
    lastStart !== undefined && (lastEnd <= lastStart || lastEnd > length - SAME_MOMENT_SECONDS);
  return { from, ...(endsSilent && lastStart > from && { to: lastStart }) };
}
