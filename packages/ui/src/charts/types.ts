/** One colour of a chart. */
export interface ChartSeries {
  readonly id: string;
  readonly label: string;
  /** A colour role: `var(--kind-image)`. */
  readonly colour: string;
  /** Class that gives the legend's mark the same colour: `k-image`. */
  readonly mark: string;
}

/** One step on the time axis. */
export interface ChartRow {
  readonly id: string;
  /** On the axis and above the tooltip: `21 Nov`. */
  readonly label: string;
  /** By the id of the series. */
  readonly values: Readonly<Record<string, number>>;
}

export interface ChartProps {
  /** What it shows, read aloud. */
  label: string;
  /** Bars are stacked in the order of the series; a line has one series. */
  shape: 'bars' | 'line';
  series: readonly ChartSeries[];
  rows: readonly ChartRow[];
  /** Head of the table's first column: `Day`. */
  rowHead: string;
  /** Whether the axis may have steps between whole numbers. */
  decimals?: boolean;
  /** How a value is written. */
  format: (value: number) => string;
}
