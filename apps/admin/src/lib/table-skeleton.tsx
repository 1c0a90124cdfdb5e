import { Skeleton } from '@filemill/ui';

/** Stands for a table that is being read. */
export const TableSkeleton = ({ rows = 6 }: { rows?: number }) => (
  <div className="tsk">
    <Skeleton className="sk--row" lines={rows} />
  </div>
);
