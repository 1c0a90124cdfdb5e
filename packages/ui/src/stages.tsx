import { Bar } from './bar.js';

/** Share of one stage, 0 to 100; null while it runs and the share is unknown. */
export type StagePercent = number | null;

export interface StagesProps {
  /** Upload, conversion, storing, in this order. */
  percents: readonly [StagePercent, StagePercent, StagePercent];
  /** Of all three together; null while unknown. */
  total: StagePercent;
  /** What it measures, read aloud. */
  label: string;
  /** Current value for screen readers. */
  valueText: string;
}

const NAMES = ['upload', 'convert', 'store'] as const;

/** Progress in three segments, each filled by its own measured share; an unknown share is shown as a pulse. */
export function Stages({ percents, total, label, valueText }: StagesProps) {
  return (
    <div
      className="stages"
      role="progressbar"
      aria-label={label}
      aria-valuetext={valueText}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={total === null ? undefined : Math.round(total)}
    >
      {NAMES.map((name, index) => (
        <Bar key={name} percent={percents[index] ?? null} />
      ))}
    </div>
  );
}
