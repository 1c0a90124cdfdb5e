import type { accounts } from '@filemill/contracts';
import { ZodPipe } from '@filemill/platform';
import { Controller } from '@nestjs/common';
import { GrpcMethod, Payload } from '@nestjs/microservices';
import { type IdentifyRequest, identifySchema } from '../dto.js';
import { IdentityService } from './identity.service.js';

/** `Identify` of the accounts service. */
@Controller()
export class IdentityController implements Pick<accounts.AccountsService, 'identify'> {
  constructor(private readonly identity: IdentityService) {}

  @GrpcMethod('AccountsService', 'Identify')
  async identify(
    @Payload(new ZodPipe(identifySchema)) request: IdentifyRequest,
  ): Promise<accounts.IdentifyResponse> {
    const { user, sessionId } = await this.identity.identify(request);
    const { id, plan, isAdmin, username } = user;
    return { userId: id, plan, isAdmin, username, sessionId };
  }
}
