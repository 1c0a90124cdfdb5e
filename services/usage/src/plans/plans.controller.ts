import type { usage } from '@filemill/contracts';
import { Controller } from '@nestjs/common';
import { GrpcMethod } from '@nestjs/microservices';
import { PlansService } from './plans.service.js';

@Controller()
export class PlansController {
  constructor(private readonly plans: PlansService) {}

  @GrpcMethod('UsageService', 'GetPlans')
  getPlans(): usage.GetPlansResponse {
    const { version } = this.plans.view;
    return { version, plansJson: JSON.stringify(this.plans.table) };
  }
}
