import { type admin, USAGE, type UsageClient } from '@filemill/contracts';
import { ZodPipe } from '@filemill/platform';
import { Controller, Inject } from '@nestjs/common';
import { GrpcMethod, Payload } from '@nestjs/microservices';
import { type ListRecentConversionsRequest, listRecentConversionsSchema } from '../dto.js';
import { Usernames } from '../usernames.js';

/** The rpc about conversions of all owners. */
@Controller()
export class ConversionsController implements Pick<admin.AdminService, 'listRecentConversions'> {
  constructor(
    @Inject(USAGE) private readonly usage: UsageClient,
    private readonly usernames: Usernames,
  ) {}

  @GrpcMethod('AdminService', 'ListRecentConversions')
  async listRecentConversions(
    @Payload(new ZodPipe(listRecentConversionsSchema)) { limit, before }: ListRecentConversionsRequest,
  ): Promise<admin.ListRecentConversionsResponse> {
    const { conversions } = await this.usage.listRecentConversions({ limit, beforeId: before });
    const owners = conversions.flatMap(({ owner }) => (owner?.kind === 'user' ? [owner.id] : []));
    const names = await this.usernames.byUserId(owners);
    return {
      conversions: conversions.map(({ owner, ...row }) => ({
        id: row.id,
        originalFileName: row.originalFileName,
        conversionType: row.category,
        inputFormat: row.inputFormat,
        outputFormat: row.outputFormat,
        originalSizeBytes: row.originalSizeBytes,
        createdAtMs: row.createdAtMs,
        status: row.status,
        username: owner?.kind === 'user' ? names.get(owner.id) : undefined,
      })),
    };
  }
}
