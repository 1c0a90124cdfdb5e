import { LineReader } from '@filemill/worker';

/** Longer than any line of `-progress` that ffmpeg writes; the longest have about 40 characters. */
const MAX_LINE_BYTES = 256;

/**
 * Turns the lines of `-progress` into fractions. `out_time_us` is used: `out_time_ms` is in microseconds too.
 *
 * @param durationMs - of the input; without one nothing is reported
 * @param onProgress - 0 to 1, rising
 * @returns a function that accepts any amount of standard output in pieces
 */
export function readProgress(
  durationMs: number | undefined,
  onProgress: (fraction: number) => void,
): (chunk: Buffer) => void {
  let last = 0;
  const lines = new LineReader({ maxLineBytes: MAX_LINE_BYTES }, (line) => {
    const microseconds = Number(/^out_time_us=(\d+)/.exec(line)?.[1] ?? 0);
    const fraction = durationMs ? Math.min(1, microseconds / 1000 / durationMs) : 0;
    if (fraction <= last) return;
    last = fraction;
    onProgress(fraction);
  });
  return (chunk) => lines.add(chunk);
}
