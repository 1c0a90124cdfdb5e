import type { Category } from '@filemill/product';
import type { BadgeTone } from './badge.js';
import { Bar } from './bar.js';

/** Share of a limit above which it is shown as destructive. */
const WARN_SHARE = 0.8;

/** Whether use of a limit is so high that a badge or meter turns destructive: above 80 %. */
export const isNearLimit = (value: number, max: number): boolean =>
  max > 0 ? value / max > WARN_SHARE : value > 0;

/** The tone of a badge that shows a use. */
export const usageTone = (value: number, max: number): BadgeTone =>
  isNearLimit(value, max) ? 'solidDanger' : 'neutral';

interface MeterProps {
  value: number;
  max: number;
  /** What it measures, read aloud. */
  label: string;
  /** Current value for screen readers: `12 of 50`. */
  valueText: string;
  /** Draws it in the colour of a category while it is far from its end. */
  category?: Category;
}

/** How much of a limit is used. */
export function Meter({ value, max, label, valueText, category }: MeterProps) {
  const percent = max > 0 ? Math.min(100, (value / max) * 100) : 100;
  const tone = isNearLimit(value, max) ? 'bar--danger' : category && 'bar--k';
  return (
    // biome-ignore lint/a11y/useSemanticElements: a <meter> cannot be drawn in the product's colours
    <div
      role="meter"
      className={category && `k-${category}`}
      aria-label={label}
      aria-valuetext={valueText}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={Math.min(value, max)}
    >
      <Bar percent={percent} className={tone} />
    </div>
  );
}
