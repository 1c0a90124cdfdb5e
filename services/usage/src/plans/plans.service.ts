import { DEFAULT_PLANS, type Plan, type PlanId, type PlansView, type PlanTable } from '@filemill/plans';
import { Injectable } from '@nestjs/common';

/** The plan table in force, which every limit in this service is read from. */
@Injectable()
export class PlansService {
  private readonly inForce: PlansView = { version: 1, plans: DEFAULT_PLANS };

  get view(): PlansView {
    return this.inForce;
  }

  get table(): PlanTable {
    return this.inForce.plans;
  }

  plan(id: PlanId): Plan {
    return this.inForce.plans[id];
  }
}
