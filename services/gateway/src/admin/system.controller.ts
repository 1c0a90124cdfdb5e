import { type AdminSystemStatus, adminApi } from '@filemill/api';
import { ADMIN, type AdminClient } from '@filemill/contracts';
import { type Logger, RUNTIME, type Runtime } from '@filemill/platform';
import { Controller, Header, Inject, UseGuards } from '@nestjs/common';
import { Handles } from '../http/handles.js';
import { BearerGuard, CurrentUser } from '../identity/caller.guard.js';
import type { UserCaller } from '../identity/caller.js';
import { AdministratorGuard } from './administrator.guard.js';
import { ResponseTimesPublisher } from './response-times.service.js';
import { presentSystemStatus } from './system-view.js';

/** Status of the installation. */
@Controller()
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

  @Handles(adminApi.getAdminSystemStatus)
  @Header('cache-control', 'no-store')
  async get(@CurrentUser() { userId }: UserCaller): Promise<AdminSystemStatus> {
    // A gateway that has just started has not reported anything yet.
    await this.responseTimes
      .publish()
      .catch((err: unknown) => this.logger.warn({ err }, 'redis is unreachable'));
    return presentSystemStatus(await this.admin.getSystemStatus({ actorUserId: userId }));
  }
}
