import type { usage } from '@filemill/contracts';
import type { PlansView } from '@filemill/plans';
import { ZodPipe } from '@filemill/platform';
import { Controller } from '@nestjs/common';
import { GrpcMethod, Payload } from '@nestjs/microservices';
import { type GetPlans, getPlansSchema, type PutPlans, putPlansSchema } from './dto.js';
import { PlansService } from './plans.service.js';

/** The plan table, for gateways and administrators. */
@Controller()
export class PlansController implements Pick<usage.UsageService, 'getPlans' | 'putPlans'> {
  constructor(private readonly plans: PlansService) {}

  @GrpcMethod('UsageService', 'GetPlans')
  async getPlans(
    @Payload(new ZodPipe(getPlansSchema)) { version }: GetPlans,
  ): Promise<usage.GetPlansResponse> {
    return toMessage(version ? await this.plans.earlier(version) : this.plans.view);
  }

  @GrpcMethod('UsageService', 'PutPlans')
  async putPlans(
    @Payload(new ZodPipe(putPlansSchema)) { version, plans, userId }: PutPlans,
  ): Promise<usage.PutPlansResponse> {
    return toMessage(await this.plans.put({ version, plans }, userId));
  }
}

const toMessage = ({ version, plans }: PlansView) => ({ version, plans });
