/** `0.0571` s as `57.1 ms`. */
export const ms = (value: number): string => `${(value * 1000).toFixed(1)} ms`;
/** Runs a second. */
export const rate = (value: number): string => `${value.toFixed(2)}/s`;
/** A ratio. */
export const times = (value: number): string => `${value.toFixed(2)} x`;

/** Prints one line: what was measured, the figures, the goal. */
export function report(
  what: string,
  figures: Readonly<Record<string, string | number>>,
  goal?: string,
): void {
  const cells = Object.entries(figures).map(([name, value]) => `${name} ${value}`);
  console.log(`${what.padEnd(44)} ${cells.join('   ')}${goal ? `   (goal ${goal})` : ''}`);
}
