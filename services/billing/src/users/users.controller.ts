import type { billing } from '@filemill/contracts';
import { ZodPipe } from '@filemill/platform';
import { Controller } from '@nestjs/common';
import { GrpcMethod, Payload } from '@nestjs/microservices';
import { type UserRequest, userRequestSchema } from '../dto.js';
import { UsersService } from './users.service.js';

/** The rpcs about a user's data. */
@Controller()
export class UsersController implements Pick<billing.BillingService, 'exportUser' | 'eraseUser'> {
  constructor(private readonly users: UsersService) {}

  @GrpcMethod('BillingService', 'ExportUser')
  async exportUser(
    @Payload(new ZodPipe(userRequestSchema)) { userId }: UserRequest,
  ): Promise<billing.ExportUserResponse> {
    return { data: await this.users.export(userId) };
  }

  @GrpcMethod('BillingService', 'EraseUser')
  async eraseUser(
    @Payload(new ZodPipe(userRequestSchema)) { userId }: UserRequest,
  ): Promise<billing.EraseUserResponse> {
    await this.users.erase(userId);
    return {};
  }
}
