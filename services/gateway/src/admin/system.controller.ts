import { type AdminSystemStatus, routes } from '@filemill/api';
import { ADMIN, type AdminClient, type admin } from '@filemill/contracts';
import { type Logger, RUNTIME, type Runtime } from '@filemill/platform';
import { Controller, Inject } from '@nestjs/common';
import type { CallOf } from '../routes/call.js';
import { Handles } from '../routes/handles.js';
import { ResponseTimesPublisher } from './response-times-publisher.js';

/** Status of the installation. */
@Controller()
export class AdminSystemController {
  private readonly logger: Logger;

  constructor(
    @Inject(ADMIN) private readonly admin: AdminClient,
    private readonly responseTimes: ResponseTimesPublisher,
    @Inject(RUNTIME) runtime: Runtime,
  ) {
    this.logger = runtime.logger;
  }

  @Handles(routes.getAdminSystemStatus)
  async get({ caller }: CallOf<typeof routes.getAdminSystemStatus>): Promise<AdminSystemStatus> {
    // A gateway that has just started has not reported anything yet.
    await this.responseTimes
      .publish()
      .catch((err: unknown) => this.logger.warn({ err }, 'redis is unreachable'));
    return presentSystemStatus(await this.admin.getSystemStatus({ actorUserId: caller.userId }));
  }
}

const oneDecimal = (value: number): number => Math.round(value * 10) / 10;

/** The figures with the names of the specification. */
const presentSystemStatus = (status: admin.GetSystemStatusResponse): AdminSystemStatus => ({
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
