/** `0.0571` s as `57.1 ms`. */
export const ms = (value) => `${(value * 1000).toFixed(1)} ms`;
export const rate = (value) => `${value.toFixed(2)}/s`;
export const times = (value) => `${value.toFixed(2)} x`;

/** Prints one line: what was measured, the figures, the goal. */
export function report(what, figures, goal) {
  const cells = Object.entries(figures).map(([name, value]) => `${name} ${value}`);
  console.log(`${what.padEnd(44)} ${cells.join('   ')}${goal ? `   (goal ${goal})` : ''}`);
}
