/** Size of the drawing, in its own units. */
export const SPARK = { width: 96, height: 32 } as const;
const PADDING = 4;

/** The outline of a small line without axes: its lowest value is at the bottom, its highest at the top. */
export function sparkPath(values: readonly number[]): string {
  const low = Math.min(...values);
  const span = Math.max(...values) - low || 1;
  const step = SPARK.width / Math.max(1, values.length - 1);
  const points = values.map((value, index) => {
    const y = SPARK.height - PADDING - ((value - low) / span) * (SPARK.height - 2 * PADDING);
    return `${(index * step).toFixed(1)} ${y.toFixed(1)}`;
  });
  return `M${points.join('L')}`;
}
