import type { usage } from '@filemill/contracts';
import { ZodPipe } from '@filemill/platform';
import { Controller } from '@nestjs/common';
import { GrpcMethod, Payload } from '@nestjs/microservices';
import { z } from 'zod';
import { userSchema } from '../conversions/dto.js';
import { OwnersService } from './owners.service.js';

const ownerRequestSchema = z.object({ owner: userSchema });
type OwnerRequest = z.infer<typeof ownerRequestSchema>;

const exportRequestSchema = ownerRequestSchema.extend({ afterKey: z.string().max(255).optional() });
type ExportRequest = z.infer<typeof exportRequestSchema>;

/** The rpcs for all data of a user: the export, and the calls of accounts after a deletion or suspension. */
@Controller()
export class OwnersController
  implements Pick<usage.UsageService, 'exportOwner' | 'eraseOwner' | 'cancelOwner'>
{
  constructor(private readonly owners: OwnersService) {}

  @GrpcMethod('UsageService', 'ExportOwner')
  exportOwner(
    @Payload(new ZodPipe(exportRequestSchema)) { owner, afterKey }: ExportRequest,
  ): Promise<usage.ExportOwnerResponse> {
    return this.owners.export(owner.id, afterKey);
  }

  @GrpcMethod('UsageService', 'EraseOwner')
  async eraseOwner(
    @Payload(new ZodPipe(ownerRequestSchema)) { owner }: OwnerRequest,
  ): Promise<usage.EraseOwnerResponse> {
    await this.owners.erase(owner.id);
    return {};
  }

  @GrpcMethod('UsageService', 'CancelOwner')
  async cancelOwner(
    @Payload(new ZodPipe(ownerRequestSchema)) { owner }: OwnerRequest,
  ): Promise<usage.CancelOwnerResponse> {
    await this.owners.cancel(owner.id);
    return {};
  }
}
