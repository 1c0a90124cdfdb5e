import type { admin } from '@filemill/contracts';
import { z } from 'zod';

const health = z.string().meta({ description: 'operational, degraded or down' });
const percent = z.number().meta({ description: 'Percent, one decimal' });
const bytes = z.int().nullable();

/** Body of `GET /api/admin/system-status`; a figure that cannot be had now is null. */
export const adminSystemStatusSchema = z
  .object({
    serverStatus: health,
    databaseStatus: health,
    vpsStatus: health.meta({ description: 'Of the workers: operational, degraded or down' }),
    storageUsed: bytes,
    storageTotal: bytes.meta({ description: 'Null too where the store has no end' }),
    dbConnections: z.int().nullable(),
    dbQueriesPerSecond: z
      .number()
      .nullable()
      .meta({
        description:
          'Transactions a second of all services over the last minute, a query outside of one counting as one: Postgres ' +
          'counts these itself, and single queries only with an extension',
      }),
    dbSize: bytes,
    cpuUsage: percent,
    memoryUsage: percent,
    avgResponseTime: z
      .number()
      .nullable()
      .meta({ description: 'Milliseconds, over the last five minutes and all gateways' }),
    services: z.array(z.object({ name: z.string(), status: health })),
    queues: z.array(
      z.object({
        name: z.string().meta({ description: 'Lane' }),
        waiting: z.int(),
        active: z.int(),
        slots: z.int().meta({ description: 'Conversions that the workers alive can run at once' }),
      }),
    ),
  })
  .meta({ id: 'AdminSystemStatus' });
export type AdminSystemStatus = z.infer<typeof adminSystemStatusSchema>;

const oneDecimal = (value: number): number => Math.round(value * 10) / 10;

/** The figures under the names of the specification. */
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
