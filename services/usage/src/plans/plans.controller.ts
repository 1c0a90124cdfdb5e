import type { usage } from '@filemill/contracts';
import { type PlansView, planTableSchema } from '@filemill/plans';
import { ZodPipe } from '@filemill/platform';
import { Controller } from '@nestjs/common';
import { GrpcMethod, Payload } from '@nestjs/microservices';
import { z } from 'zod';
import { PlansService } from './plans.service.js';

const getPlansSchema = z.object({ version: z.int().min(1).optional() });

type GetPlansRequest = z.infer<typeof getPlansSchema>;

/** A refusal names the fields of the table, such as `plans.free.concurrent`. */
const putPlansSchema = z.object({
  version: z.int().min(1),
  plans: planTableSchema,
  userId: z.uuid(),
});

type PutPlansRequest = z.infer<typeof putPlansSchema>;

/** The plan table, for gateways and administrators. */
@Controller()
export class PlansController implements Pick<usage.UsageService, 'getPlans' | 'putPlans'> {
  constructor(private readonly plans: PlansService) {}

  @GrpcMethod('UsageService', 'GetPlans')
  async getPlans(
    @Payload(new ZodPipe(getPlansSchema)) { version }: GetPlansRequest,
  ): Promise<usage.GetPlansResponse> {
    return toMessage(version ? await this.plans.earlier(version) : this.plans.view);
  }

  @GrpcMethod('UsageService', 'PutPlans')
  async putPlans(
    @Payload(new ZodPipe(putPlansSchema)) { version, plans, userId }: PutPlansRequest,
  ): Promise<usage.PutPlansResponse> {
    return toMessage(await this.plans.put({ version, plans }, userId));
  }
}

const toMessage = ({ version, plans }: PlansView) => ({ version, plans });
