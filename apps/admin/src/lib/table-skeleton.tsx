import { Skeleton } from '@filemill/ui';

/** Placeholder for a table that is loading. */
export const TableSkeleton = ({ rows = 6 }: { rows?: number }) => (
  <div className="tsk">
    <Skeleton className="sk--row" lines={rows} />
  </div>
);
