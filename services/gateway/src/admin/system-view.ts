import type { AdminSystemStatus } from '@filemill/api';
import type { admin } from '@filemill/contracts';

const oneDecimal = (value: number): number => Math.round(value * 10) / 10;

/** The figures with the names of the specification. */
export const presentSystemStatus = (status: admin.GetSystemStatusResponse): AdminSystemStatus => ({
  serverStatus: status.serverStatus,
  databaseStatus: status.databaseStatus,
  vpsStatus: status.vpsStatus,
  storageUsed: status.storageUsedBytes ?? null,
  storageTotal: status.storageTotalBytes ?? null,
  dbConnections: status.database?.connections ?? null,
  dbQueriesPerSecond: status.database ? oneDecimal(status.database.queriesPerSecond) : null,
  dbSize: status.database?.sizeBytes ?? null,
  cpuUsage: oneDecimal(status.cpuUsage),
  memoryUsage: oneDecimal(status.memoryUsage),
  avgResponseTime: status.avgResponseTimeMs == null ? null : oneDecimal(status.avgResponseTimeMs),
  services: status.services,
  queues: status.queues.map(({ lane, waiting, active, slots }) => ({ name: lane, waiting, active, slots })),
});
