import { ADMIN, type AdminClient } from '@filemill/contracts';
import { type Logger, RUNTIME, type Runtime } from '@filemill/platform';
import { Controller, Get, Header, Inject, UseGuards } from '@nestjs/common';
import { ApiRoute } from '../http/api-route.js';
import { BearerGuard, CurrentUser } from '../identity/caller.guard.js';
import type { UserCaller } from '../identity/caller.js';
import { AdministratorGuard } from './administrator.guard.js';
import { ResponseTimesPublisher } from './response-times.service.js';
import { type AdminSystemStatus, adminSystemStatusSchema, presentSystemStatus } from './system-view.js';

/** How the installation does. */
@Controller('api/admin/system-status')
@UseGuards(BearerGuard, AdministratorGuard)
export class AdminSystemController {
  private readonly logger: Logger;

  constructor(
    @Inject(ADMIN) private readonly admin: AdminClient,
    private readonly responseTimes: ResponseTimesPublisher,
    @Inject(RUNTIME) runtime: Runtime,
  ) {
    this.logger = runtime.logger;
  }

  @Get()
  @ApiRoute({
    id: 'getAdminSystemStatus',
    tag: 'Admin',
    summary: 'Services, workers, queues, store, Postgres and the machine, as they are now',
    callers: ['admin'],
    answers: { 200: adminSystemStatusSchema },
  })
  @Header('cache-control', 'no-store')
  async get(@CurrentUser() { userId }: UserCaller): Promise<AdminSystemStatus> {
    // A gateway that has just started has not told anything yet.
    await this.responseTimes
      .publish()
      .catch((err: unknown) => this.logger.warn({ err }, 'redis is unreachable'));
    return presentSystemStatus(await this.admin.getSystemStatus({ actorUserId: userId }));
  }
}
