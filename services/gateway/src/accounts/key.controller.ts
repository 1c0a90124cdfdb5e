import { USAGE, type UsageClient } from '@filemill/contracts';
import { ZodPipe } from '@filemill/platform';
import { Body, Controller, Get, Header, HttpCode, Inject, Post, UseGuards } from '@nestjs/common';
import { ApiRoute } from '../http/api-route.js';
import { CurrentUser, KeyGuard, UserGuard } from '../identity/caller.guard.js';
import { ownerOf, type UserCaller } from '../identity/caller.js';
import { PlanTables } from '../plans/plan-tables.js';
import { presentUsage } from './usage-view.js';
import { type KeyView, keyViewSchema, trackedConversionBody } from './user.dto.js';

/** Small calls of clients about themselves. */
@Controller('api')
export class KeyController {
  constructor(
    @Inject(USAGE) private readonly usage: UsageClient,
    private readonly plans: PlanTables,
  ) {}

  @Get('validate-key')
  @ApiRoute({
    id: 'validateKey',
    tag: 'Accounts',
    summary: 'Whose API key this is, and what is used of the plan',
    callers: ['apiKey'],
    answers: { 200: keyViewSchema },
  })
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

  /** The ledger counts what was converted; what a browser says of it is checked and changes nothing. */
  @Post('track-conversion')
  @ApiRoute({
    id: 'trackConversion',
    tag: 'Conversions',
    summary: 'A report of a conversion; it is checked and never counts',
    callers: ['bearer', 'apiKey'],
    body: trackedConversionBody,
    answers: { 204: 'Understood' },
  })
  @UseGuards(UserGuard)
  @HttpCode(204)
  track(@Body(new ZodPipe(trackedConversionBody)) _report: unknown): void {}
}
