import type { billing } from '@filemill/contracts';
import { ZodPipe } from '@filemill/platform';
import { Controller } from '@nestjs/common';
import { GrpcMethod, Payload } from '@nestjs/microservices';
import { z } from 'zod';
import { BackgroundService } from '../background/background.service.js';
import { instantMsSchema } from '../dto.js';
import { GrantsService } from './grants.service.js';

const grantProSchema = z.object({
  userId: z.uuid(),
  expiresAtMs: instantMsSchema.optional(),
  reason: z.string().min(1).max(1_000),
  grantedBy: z.string().min(1).max(100),
});

/** The rpc for grants of administrators. */
@Controller()
export class GrantsController implements Pick<billing.BillingService, 'grantPro'> {
  constructor(
    private readonly grants: GrantsService,
    private readonly background: BackgroundService,
  ) {}

  @GrpcMethod('BillingService', 'GrantPro')
  async grantPro(
    @Payload(new ZodPipe(grantProSchema)) { expiresAtMs, ...grant }: z.infer<typeof grantProSchema>,
  ): Promise<billing.GrantProResponse> {
    const expiresAt = expiresAtMs === undefined ? null : new Date(expiresAtMs);
    await this.grants.grant({ ...grant, expiresAt });
    this.background.wakeOutbox();
    return {};
  }
}
