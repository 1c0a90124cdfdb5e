import type { usage } from '@filemill/contracts';
import type { PlansView } from '@filemill/plans';
import { Controller } from '@nestjs/common';
import { GrpcMethod, Payload } from '@nestjs/microservices';
import { type PutPlans, PutPlansPipe } from './dto.js';
import { PlansService } from './plans.service.js';

/** The plan table, for gateways and administrators. */
@Controller()
export class PlansController {
  constructor(private readonly plans: PlansService) {}

  @GrpcMethod('UsageService', 'GetPlans')
  getPlans(): usage.GetPlansResponse {
    return toMessage(this.plans.view);
  }

  @GrpcMethod('UsageService', 'PutPlans')
  async putPlans(@Payload(new PutPlansPipe()) request: PutPlans): Promise<usage.PutPlansResponse> {
    return toMessage(await this.plans.put(request));
  }
}

const toMessage = ({ version, plans }: PlansView) => ({ version, plansJson: JSON.stringify(plans) });
