import { type ActionResult, type AdminUser, routes, type Users } from '@filemill/api';
import { ADMIN, type AdminClient, type admin } from '@filemill/contracts';
import { AppError } from '@filemill/errors';
import { newId, RUNTIME, type Runtime } from '@filemill/platform';
import type { AuditAction } from '@filemill/product';
import { Controller, Inject } from '@nestjs/common';
import { paginate } from '../http/paginate.js';
import { Identity } from '../identity/identity.js';
import type { CallOf } from '../routes/call.js';
import { Handles } from '../routes/handles.js';

/** Users as administrators see them, and actions on them. */
@Controller()
export class AdminUsersController {
  constructor(
    @Inject(ADMIN) private readonly admin: AdminClient,
    private readonly identity: Identity,
    @Inject(RUNTIME) private readonly runtime: Runtime,
  ) {}

  @Handles(routes.listUsers)
  async list({ caller, query }: CallOf<typeof routes.listUsers>): Promise<Users> {
    const { users, totalCount } = await this.admin.listUsers({ actorUserId: caller.userId, ...query });
    return { users: users.map(presentUser), pagination: paginate(query.page, totalCount) };
  }

  @Handles(routes.upgradeUserToPro)
  upgrade(call: CallOf<typeof routes.upgradeUserToPro>): Promise<ActionResult> {
    return this.act('upgrade_to_pro', call);
  }

  @Handles(routes.suspendUser)
  suspend(call: CallOf<typeof routes.suspendUser>): Promise<ActionResult> {
    return this.act('suspend', call);
  }

  @Handles(routes.unsuspendUser)
  unsuspend(call: CallOf<typeof routes.unsuspendUser>): Promise<ActionResult> {
    return this.act('unsuspend', call);
  }

  private async act(
    action: AuditAction,
    { caller, params, body }: CallOf<typeof routes.suspendUser>,
  ): Promise<ActionResult> {
    const id = newId(this.runtime.clock.nowMs());
    const userId = params.id;
    const { user } = await this.admin.actOnUser({ id, actorUserId: caller.userId, userId, action, ...body });
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
