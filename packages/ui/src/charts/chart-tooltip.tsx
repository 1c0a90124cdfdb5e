import type { TooltipContentProps } from 'recharts';
import type { ChartSeries } from './types.js';

interface ChartTooltipProps {
  tip: TooltipContentProps;
  series: readonly ChartSeries[];
  format: (value: number) => string;
}

/** The values of one step; zeros are left out unless all are zero. */
export function ChartTooltip({ tip, series, format }: ChartTooltipProps) {
  if (!tip.active) return null;
  const amount = (id: string) => Number(tip.payload.find(({ dataKey }) => dataKey === id)?.value ?? 0);
  const shown = series.filter(({ id }) => amount(id) !== 0);
  return (
    <div className="chart__tip pop">
      <p className="strong">{String(tip.label ?? '')}</p>
      <ul className="legend legend--list">
        {(shown.length > 0 ? shown : series.slice(0, 1)).map(({ id, label, mark }) => (
          <li key={id} className={mark}>
            {label} <b>{format(amount(id))}</b>
          </li>
        ))}
      </ul>
    </div>
  );
}
