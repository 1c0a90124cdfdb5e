import { lazy, Suspense } from 'react';
import { Skeleton } from '../skeleton.js';
import { ChartTable } from './chart-table.js';
import type { ChartProps } from './types.js';

/** The drawing library is loaded with the first chart. */
const Drawing = lazy(async () => ({ default: (await import('./drawing.js')).Drawing }));

/**
 * Figures over time, as stacked bars or as a line. Arrow keys move its tooltip; a hidden table holds the
 * data. Without animation.
 */
export function Chart(props: ChartProps) {
  const { label, series } = props;
  return (
    <figure className="chart" aria-label={label}>
      <div className="chart__box">
        <Suspense fallback={<Skeleton className="chart__wait" />}>
          <Drawing {...props} />
        </Suspense>
      </div>
      {series.length > 1 && (
        <ul className="legend" aria-hidden="true">
          {series.map(({ id, label: name, mark }) => (
            <li key={id} className={mark}>
              {name}
            </li>
          ))}
        </ul>
      )}
      <ChartTable {...props} />
    </figure>
  );
}
