import type { usage } from '@filemill/contracts';
import { ZodPipe } from '@filemill/platform';
import { Controller } from '@nestjs/common';
import { GrpcMethod, Payload } from '@nestjs/microservices';
import { z } from 'zod';
import { userSchema } from '../history/dto.js';
import { OwnersService } from './owners.service.js';

const ownerRequestSchema = z.object({ owner: userSchema });
type OwnerRequest = z.infer<typeof ownerRequestSchema>;

/** The rpcs that accounts calls when a user is deleted or suspended. */
@Controller()
export class OwnersController {
  constructor(private readonly owners: OwnersService) {}

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
