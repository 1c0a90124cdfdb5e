import type { usage } from '@filemill/contracts';
import type { PlansView } from '@filemill/plans';
import { ZodPipe } from '@filemill/platform';
import { Controller } from '@nestjs/common';
import { GrpcMethod, Payload } from '@nestjs/microservices';
import { type GetPlans, getPlansSchema, type PutPlans, PutPlansPipe } from './dto.js';
import { PlansService } from './plans.service.js';

/** The plan table, for gateways and administrators. */
@Controller()
export class PlansController {
  constructor(private readonly plans: PlansService) {}

  @GrpcMethod('UsageService', 'GetPlans')
  async getPlans(
    @Payload(new ZodPipe(getPlansSchema)) { version }: GetPlans,
  ): Promise<usage.GetPlansResponse> {
    return toMessage(version ? await this.plans.earlier(version) : this.plans.view);
  }

  @GrpcMethod('UsageService', 'PutPlans')
  async putPlans(@Payload(new PutPlansPipe()) request: PutPlans): Promise<usage.PutPlansResponse> {
    return toMessage(await this.plans.put(request));
  }
}

const toMessage = ({ version, plans }: PlansView) => ({ version, plansJson: JSON.stringify(plans) });
