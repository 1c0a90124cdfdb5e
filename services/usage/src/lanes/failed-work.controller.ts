import type { usage } from '@filemill/contracts';
import { type Clock, RUNTIME, type Runtime, ZodPipe } from '@filemill/platform';
import { Controller, Inject } from '@nestjs/common';
import { GrpcMethod, Payload } from '@nestjs/microservices';
import { type CountFailedWorkRequest, countFailedWorkSchema } from '../conversions/dto.js';
import { QuotasService } from '../quotas/quotas.service.js';
import { FailedWorkRepository } from './failed-work.repository.js';

/** Failed work of uploads that did not enter the ledger. */
@Controller()
export class FailedWorkController implements Pick<usage.UsageService, 'countFailedWork'> {
  private readonly clock: Clock;

  constructor(
    private readonly failedWork: FailedWorkRepository,
    private readonly quotas: QuotasService,
    @Inject(RUNTIME) runtime: Runtime,
  ) {
    this.clock = runtime.clock;
  }

  @GrpcMethod('UsageService', 'CountFailedWork')
  async countFailedWork(
    @Payload(new ZodPipe(countFailedWorkSchema)) { conversionId, owner, engineMs }: CountFailedWorkRequest,
  ): Promise<usage.CountFailedWorkResponse> {
    const subjects = this.quotas.subjectNames(owner);
    await this.failedWork.countUpload(conversionId, subjects, engineMs, this.clock.nowMs());
    return {};
  }
}
