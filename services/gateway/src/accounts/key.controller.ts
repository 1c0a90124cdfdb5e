import { type AnswerOf, routes } from '@filemill/api';
import { USAGE, type UsageClient } from '@filemill/contracts';
import { Controller, Inject } from '@nestjs/common';
import { ownerOf } from '../identity/caller.js';
import { PlanTables } from '../plans/plan-tables.js';
import type { CallOf } from '../routes/call.js';
import { Handles } from '../routes/handles.js';
import { presentUsage } from './account-presenter.js';

/** Small routes for API clients. */
@Controller()
export class KeyController {
  constructor(
    @Inject(USAGE) private readonly usage: UsageClient,
    private readonly plans: PlanTables,
  ) {}

  @Handles(routes.validateKey)
  async validate({
    caller,
  }: CallOf<typeof routes.validateKey>): Promise<AnswerOf<typeof routes.validateKey>> {
    const { userId: id, username, plan } = caller;
    const [{ plans }, overview] = await Promise.all([
      this.plans.get(),
      this.usage.getOverview({ owner: ownerOf(caller) }),
    ]);
    return { valid: true, plan, user: { id, username }, usage: presentUsage(plans, plan, overview) };
  }

  /** The ledger counts conversions; a client's report is validated and changes nothing. */
  @Handles(routes.trackConversion)
  track(): void {}
}
