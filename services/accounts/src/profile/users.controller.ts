import type { accounts } from '@filemill/contracts';
import { ZodPipe } from '@filemill/platform';
import { Controller } from '@nestjs/common';
import { GrpcMethod, Payload } from '@nestjs/microservices';
import {
  type DeleteUserRequest,
  deleteUserSchema,
  type SetPlanRequest,
  setPlanSchema,
  type UserRequest,
  userSchema,
} from '../dto.js';
import { DeletionService } from './deletion.service.js';
import { UsersService } from './users.service.js';

/** The rpcs about a user's own data, and the one by which billing sets the plan. */
@Controller()
export class UsersController
  implements
    Pick<accounts.AccountsService, 'getUser' | 'rotateApiKey' | 'exportUser' | 'deleteUser' | 'setPlan'>
{
  constructor(
    private readonly users: UsersService,
    private readonly deletion: DeletionService,
  ) {}

  @GrpcMethod('AccountsService', 'GetUser')
  async getUser(
    @Payload(new ZodPipe(userSchema)) { userId }: UserRequest,
  ): Promise<accounts.GetUserResponse> {
    return { user: await this.users.show(userId) };
  }

  @GrpcMethod('AccountsService', 'RotateApiKey')
  async rotateApiKey(
    @Payload(new ZodPipe(userSchema)) { userId }: UserRequest,
  ): Promise<accounts.RotateApiKeyResponse> {
    return { apiKey: await this.users.rotateApiKey(userId) };
  }

  @GrpcMethod('AccountsService', 'ExportUser')
  async exportUser(
    @Payload(new ZodPipe(userSchema)) { userId }: UserRequest,
  ): Promise<accounts.ExportUserResponse> {
    return { data: await this.users.export(userId) };
  }

  @GrpcMethod('AccountsService', 'DeleteUser')
  async deleteUser(
    @Payload(new ZodPipe(deleteUserSchema)) request: DeleteUserRequest,
  ): Promise<accounts.DeleteUserResponse> {
    await this.deletion.delete(request);
    return {};
  }

  @GrpcMethod('AccountsService', 'SetPlan')
  async setPlan(
    @Payload(new ZodPipe(setPlanSchema)) request: SetPlanRequest,
  ): Promise<accounts.SetPlanResponse> {
    await this.users.setPlan(request);
    return {};
  }
}
