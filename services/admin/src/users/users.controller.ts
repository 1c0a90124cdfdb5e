import type { admin } from '@filemill/contracts';
import { ZodPipe } from '@filemill/platform';
import { Controller } from '@nestjs/common';
import { GrpcMethod, Payload } from '@nestjs/microservices';
import { type ActOnUserRequest, actOnUserSchema, type ListUsersRequest, listUsersSchema } from '../dto.js';
import { UsersService } from './users.service.js';

/** The rpcs about users. */
@Controller()
export class UsersController implements Pick<admin.AdminService, 'listUsers' | 'actOnUser'> {
  constructor(private readonly users: UsersService) {}

  @GrpcMethod('AdminService', 'ListUsers')
  listUsers(
    @Payload(new ZodPipe(listUsersSchema)) { search, page }: ListUsersRequest,
  ): Promise<admin.ListUsersResponse> {
    return this.users.list(search, page);
  }

  @GrpcMethod('AdminService', 'ActOnUser')
  async actOnUser(
    @Payload(new ZodPipe(actOnUserSchema)) request: ActOnUserRequest,
  ): Promise<admin.ActOnUserResponse> {
    return { user: await this.users.act(request) };
  }
}
