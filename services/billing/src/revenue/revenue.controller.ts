import type { billing } from '@filemill/contracts';
import { type Clock, RUNTIME, type Runtime, ZodPipe } from '@filemill/platform';
import { Controller, Inject } from '@nestjs/common';
import { GrpcMethod, Payload } from '@nestjs/microservices';
import { z } from 'zod';
import { instantMsSchema } from '../dto.js';
import { PricesService } from '../prices/prices.service.js';
import { SubscriptionsRepository } from '../subscriptions/subscriptions.repository.js';
import { RevenueRepository } from './revenue.repository.js';

const getRevenueSchema = z.object({ sinceMs: instantMsSchema });

/** The rpc for revenue, in the currency of the plan table. */
@Controller()
export class RevenueController implements Pick<billing.BillingService, 'getRevenue'> {
  private readonly clock: Clock;

  constructor(
    private readonly revenue: RevenueRepository,
    private readonly subscriptions: SubscriptionsRepository,
    private readonly prices: PricesService,
    @Inject(RUNTIME) { clock }: Runtime,
  ) {
    this.clock = clock;
  }

  @GrpcMethod('BillingService', 'GetRevenue')
  async getRevenue(
    @Payload(new ZodPipe(getRevenueSchema)) { sinceMs }: z.infer<typeof getRevenueSchema>,
  ): Promise<billing.GetRevenueResponse> {
    const { currency } = await this.prices.current();
    const [totalMinor, days, payingUsers] = await Promise.all([
      this.revenue.total(currency),
      this.revenue.days(currency, new Date(sinceMs)),
      this.subscriptions.countPayingUsers(this.clock.nowMs()),
    ]);
    const sinceMinor = days.reduce((sum, { minor }) => sum + minor, 0);
    return { totalMinor, sinceMinor, currency, days, payingUsers };
  }
}
