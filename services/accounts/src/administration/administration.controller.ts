import type { accounts } from '@filemill/contracts';
import { ZodPipe } from '@filemill/platform';
import { Controller } from '@nestjs/common';
import { GrpcMethod, Payload } from '@nestjs/microservices';
import {
  type CountUsersRequest,
  countUsersSchema,
  type GetUsersRequest,
  getUsersSchema,
  type ListUsersRequest,
  listUsersSchema,
  type UserRequest,
  userSchema,
} from '../dto.js';
import { toMessage } from '../profile/user-view.js';
import { AdministrationService } from './administration.service.js';

/** The rpcs for administrators. */
@Controller()
export class AdministrationController
  implements
    Pick<
      accounts.AccountsService,
      'requireAdmin' | 'listUsers' | 'getUsers' | 'suspendUser' | 'unsuspendUser' | 'countUsers'
    >
{
  constructor(private readonly administration: AdministrationService) {}

  @GrpcMethod('AccountsService', 'RequireAdmin')
  async requireAdmin(
    @Payload(new ZodPipe(userSchema)) { userId }: UserRequest,
  ): Promise<accounts.RequireAdminResponse> {
    await this.administration.requireAdmin(userId);
    return {};
  }

  @GrpcMethod('AccountsService', 'ListUsers')
  async listUsers(
    @Payload(new ZodPipe(listUsersSchema)) { search, page }: ListUsersRequest,
  ): Promise<accounts.ListUsersResponse> {
    const [users, totalCount] = await this.administration.list(search, page);
    return { users: users.map(toMessage), totalCount };
  }

  @GrpcMethod('AccountsService', 'GetUsers')
  async getUsers(
    @Payload(new ZodPipe(getUsersSchema)) { userIds }: GetUsersRequest,
  ): Promise<accounts.GetUsersResponse> {
    return { users: (await this.administration.find(userIds)).map(toMessage) };
  }

  @GrpcMethod('AccountsService', 'SuspendUser')
  async suspendUser(
    @Payload(new ZodPipe(userSchema)) { userId }: UserRequest,
  ): Promise<accounts.SuspendUserResponse> {
    return { user: toMessage(await this.administration.suspend(userId)) };
  }

  @GrpcMethod('AccountsService', 'UnsuspendUser')
  async unsuspendUser(
    @Payload(new ZodPipe(userSchema)) { userId }: UserRequest,
  ): Promise<accounts.UnsuspendUserResponse> {
    return { user: toMessage(await this.administration.unsuspend(userId)) };
  }

  @GrpcMethod('AccountsService', 'CountUsers')
  countUsers(
    @Payload(new ZodPipe(countUsersSchema)) { sinceMs }: CountUsersRequest,
  ): Promise<accounts.CountUsersResponse> {
    return this.administration.count(new Date(sinceMs));
  }
}
