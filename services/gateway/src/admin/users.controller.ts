import {
  type ActionResult,
  type AdminUser,
  actionBody,
  adminApi,
  type Users,
  userParams,
  usersQuery,
} from '@filemill/api';
import { ADMIN, type AdminClient, type admin } from '@filemill/contracts';
import { AppError } from '@filemill/errors';
import { newId, RUNTIME, type Runtime, ZodPipe } from '@filemill/platform';
import type { AuditAction } from '@filemill/product';
import { Body, Controller, Header, HttpCode, Inject, Param, Query, UseGuards } from '@nestjs/common';
import type { z } from 'zod';
import { Handles } from '../http/handles.js';
import { paginate } from '../http/paginate.js';
import { BearerGuard, CurrentUser } from '../identity/caller.guard.js';
import type { UserCaller } from '../identity/caller.js';
import { IdentityService } from '../identity/identity.service.js';
import { AdministratorGuard } from './administrator.guard.js';

type Params = z.infer<typeof userParams>;
type Because = z.infer<typeof actionBody>;

/** Users as administrators see them, and actions on them. */
@Controller()
@UseGuards(BearerGuard, AdministratorGuard)
export class AdminUsersController {
  constructor(
    @Inject(ADMIN) private readonly admin: AdminClient,
    private readonly identity: IdentityService,
    @Inject(RUNTIME) private readonly runtime: Runtime,
  ) {}

  @Handles(adminApi.listUsers)
  @Header('cache-control', 'no-store')
  async list(
    @CurrentUser() { userId }: UserCaller,
    @Query(new ZodPipe(usersQuery)) query: z.infer<typeof usersQuery>,
  ): Promise<Users> {
    const { users, totalCount } = await this.admin.listUsers({ actorUserId: userId, ...query });
    return { users: users.map(presentUser), pagination: paginate(query.page, totalCount) };
  }

  @Handles(adminApi.upgradeUserToPro)
  @HttpCode(200)
  upgrade(
    @CurrentUser() caller: UserCaller,
    @Param(new ZodPipe(userParams)) { id }: Params,
    @Body(new ZodPipe(actionBody)) { reason }: Because,
  ): Promise<ActionResult> {
    return this.act(caller, id, 'upgrade_to_pro', reason);
  }

  @Handles(adminApi.suspendUser)
  @HttpCode(200)
  suspend(
    @CurrentUser() caller: UserCaller,
    @Param(new ZodPipe(userParams)) { id }: Params,
    @Body(new ZodPipe(actionBody)) { reason }: Because,
  ): Promise<ActionResult> {
    return this.act(caller, id, 'suspend', reason);
  }

  @Handles(adminApi.unsuspendUser)
  @HttpCode(200)
  unsuspend(
    @CurrentUser() caller: UserCaller,
    @Param(new ZodPipe(userParams)) { id }: Params,
    @Body(new ZodPipe(actionBody)) { reason }: Because,
  ): Promise<ActionResult> {
    return this.act(caller, id, 'unsuspend', reason);
  }

  private async act(
    caller: UserCaller,
    userId: string,
    action: AuditAction,
    reason: string,
  ): Promise<ActionResult> {
    const id = newId(this.runtime.clock.nowMs());
    const request = { id, actorUserId: caller.userId, userId, action, reason };
    const { user } = await this.admin.actOnUser(request);
    this.identity.forget(userId);
    if (!user) throw new AppError('NOT_FOUND', { what: 'This user' });
    return { user: presentUser(user) };
  }
}

const presentUser = ({
  id,
  username,
  email,
  plan,
  createdAtMs,
  totalConversions,
  suspended,
}: admin.AdminUser): AdminUser => ({
  id,
  username,
  email,
  plan,
  createdAt: new Date(createdAtMs).toISOString(),
  totalConversions,
  suspended,
});
