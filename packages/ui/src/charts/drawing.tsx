import {
  Area,
  Bar,
  CartesianGrid,
  ComposedChart,
  ResponsiveContainer,
  Tooltip,
  type TooltipContentProps,
  XAxis,
  YAxis,
} from 'recharts';
import { ChartTooltip } from './chart-tooltip.js';
import type { ChartProps } from './types.js';

/** Px. */
const HEIGHT = 224;
const AXIS_WIDTH = 48;
const LABEL_GAP = 32;
/** With the axis: at most four grid lines above it. */
const TICKS = 5;
const MARGIN = { top: 8, right: 0, bottom: 0, left: 0 };

/** The chart itself, drawn by Recharts. */
export function Drawing({ label, shape, series, rows, decimals = false, format }: ChartProps) {
  const data = rows.map(({ label: name, values }) => ({ name, ...values }));
  return (
    <ResponsiveContainer width="100%" height={HEIGHT}>
      <ComposedChart data={data} margin={MARGIN} barCategoryGap="20%" aria-label={label}>
        <CartesianGrid vertical={false} stroke="var(--line)" />
        <XAxis
          dataKey="name"
          tickLine={false}
          axisLine={{ stroke: 'var(--line)' }}
          interval="equidistantPreserveEnd"
          minTickGap={LABEL_GAP}
        />
        <YAxis
          orientation="right"
          width={AXIS_WIDTH}
          tickCount={TICKS}
          tickLine={false}
          axisLine={false}
          allowDecimals={decimals}
          tickFormatter={format}
        />
        <Tooltip
          isAnimationActive={false}
          cursor={{ fill: 'var(--accent-soft)', stroke: 'var(--accent-line)' }}
          content={(tip: TooltipContentProps) => <ChartTooltip tip={tip} series={series} format={format} />}
        />
        {series.map(({ id, label: name, colour }) =>
          shape === 'bars' ? (
            <Bar
              key={id}
              dataKey={id}
              name={name}
              stackId="all"
              fill={colour}
              stroke="var(--surface)"
              strokeWidth={1.5}
              isAnimationActive={false}
            />
          ) : (
            <Area
              key={id}
              dataKey={id}
              name={name}
              type="linear"
              stroke={colour}
              strokeWidth={2.25}
              fill={colour}
              fillOpacity={0.08}
              isAnimationActive={false}
            />
          ),
        )}
      </ComposedChart>
    </ResponsiveContainer>
  );
}
