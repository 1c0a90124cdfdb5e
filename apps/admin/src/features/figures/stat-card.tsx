import { Icon, Skeleton } from '@filemill/ui';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { SPARK, sparkPath } from './spark-path.js';

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
