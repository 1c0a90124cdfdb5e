/** Below this share, or before this time, an estimate is not reliable. */
const MIN_PERCENT = 5;
const MIN_ELAPSED_MS = 1_500;

/** Seconds that remain at the pace so far, or undefined while it is too early for an estimate. */
export function secondsLeft(percent: number, elapsedMs: number): number | undefined {
  if (percent < MIN_PERCENT || percent >= 100 || elapsedMs < MIN_ELAPSED_MS) return undefined;
  return Math.max(1, Math.ceil((elapsedMs * (100 - percent)) / percent / 1000));
}
