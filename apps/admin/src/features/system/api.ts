import { getJson } from '@filemill/web-client';
import { queryOptions } from '@tanstack/react-query';

/** operational, degraded or down. */
export type Health = string;

/** The answer of `GET /api/admin/system-status`; a figure that is not available is null. Sizes in bytes. */
export interface SystemStatus {
  readonly serverStatus: Health;
  readonly databaseStatus: Health;
  /** Of the workers. */
  readonly vpsStatus: Health;
  readonly storageUsed: number | null;
  /** Also null if the store has no size limit. */
  readonly storageTotal: number | null;
  readonly dbConnections: number | null;
  readonly dbQueriesPerSecond: number | null;
  readonly dbSize: number | null;
  /** Percent. */
  readonly cpuUsage: number;
  /** Percent. */
  readonly memoryUsage: number;
  /** Milliseconds. */
  readonly avgResponseTime: number | null;
  readonly services: readonly { readonly name: string; readonly status: Health }[];
  readonly queues: readonly Queue[];
}

/** A lane of the queue. */
export interface Queue {
  readonly name: string;
  readonly waiting: number;
  readonly active: number;
  /** Conversions that the live workers can run at once. */
  readonly slots: number;
}

/** Interval of the specification. */
export const REFETCH_MS = 30_000;

/** State of the installation, read every 30 s. */
export const systemStatusQuery = queryOptions({
  queryKey: ['admin', 'system-status'],
  queryFn: ({ signal }) => getJson<SystemStatus>('/api/admin/system-status', signal),
  refetchInterval: REFETCH_MS,
});
