import { Icon, Skeleton } from '@filemill/ui';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

/** Size of the drawing, in its own units. */
const SPARK = { width: 96, height: 32 } as const;
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

interface StatCardProps {
  icon: LucideIcon;
  label: string;
  /** Undefined while it is read. */
  figure: string | undefined;
  /** The change within the period. */
  detail: ReactNode;
  /** The figure of each day, drawn without axes; nothing if there are none. */
  days?: readonly number[];
}

/** One figure of the dashboard's head. */
export function StatCard({ icon, label, figure, detail, days }: StatCardProps) {
  return (
    <li className="card kpi">
      <h2 className="kpi__l">
        <Icon of={icon} />
        {label}
      </h2>
      {figure === undefined ? (
        <>
          <Skeleton className="sk--figure" />
          <Skeleton className="sk--detail" />
        </>
      ) : (
        <>
          <p className="fig">{figure}</p>
          {days && days.length > 1 && (
            <svg className="spark" viewBox={`0 0 ${SPARK.width} ${SPARK.height}`} aria-hidden="true">
              <path d={sparkPath(days)} />
            </svg>
          )}
          <p className="small muted kpi__d">{detail}</p>
        </>
      )}
    </li>
  );
}
