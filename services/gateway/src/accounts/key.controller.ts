import { type KeyView, trackedConversionBody, userApi } from '@filemill/api';
import { USAGE, type UsageClient } from '@filemill/contracts';
import { ZodPipe } from '@filemill/platform';
import { Body, Controller, Header, HttpCode, Inject, UseGuards } from '@nestjs/common';
import { Handles } from '../http/handles.js';
import { CurrentUser, KeyGuard, UserGuard } from '../identity/caller.guard.js';
import { ownerOf, type UserCaller } from '../identity/caller.js';
import { PlanTables } from '../plans/plan-tables.js';
import { presentUsage } from './usage-view.js';

/** Small routes for API clients. */
@Controller()
export class KeyController {
  constructor(
    @Inject(USAGE) private readonly usage: UsageClient,
    private readonly plans: PlanTables,
  ) {}

  @Handles(userApi.validateKey)
  @UseGuards(KeyGuard)
  @Header('cache-control', 'no-store')
  async validate(@CurrentUser() caller: UserCaller): Promise<KeyView> {
    const { userId: id, username, plan } = caller;
    const [{ plans }, overview] = await Promise.all([
      this.plans.get(),
      this.usage.getOverview({ owner: ownerOf(caller) }),
    ]);
    return { valid: true, plan, user: { id, username }, usage: presentUsage(plans, plan, overview) };
  }

  /** The ledger counts conversions; a client's report is validated and changes nothing. */
  @Handles(userApi.trackConversion)
  @UseGuards(UserGuard)
  @HttpCode(204)
  track(@Body(new ZodPipe(trackedConversionBody)) _report: unknown): void {}
}
