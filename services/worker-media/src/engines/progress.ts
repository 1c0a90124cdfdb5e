/**
 * Turns the lines of `-progress` into fractions. `out_time_us` is used: `out_time_ms` is in microseconds too.
 *
 * @param durationMs - of the input; without one nothing is reported
 * @param onProgress - 0 to 1, rising
 * @returns takes standard output as it comes
 */
export function readProgress(
  durationMs: number | undefined,
  onProgress: (fraction: number) => void,
): (chunk: Buffer) => void {
  let rest = '';
  let last = 0;
  return (chunk) => {
    const lines = (rest + chunk.toString('latin1')).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const microseconds = Number(/^out_time_us=(\d+)/.exec(line)?.[1] ?? 0);
      const fraction = durationMs ? Math.min(1, microseconds / 1000 / durationMs) : 0;
      if (fraction <= last) continue;
      last = fraction;
      onProgress(fraction);
    }
  };
}
