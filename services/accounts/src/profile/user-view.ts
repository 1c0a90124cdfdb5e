import type { accounts } from '@filemill/contracts';
import { Injectable } from '@nestjs/common';
import { ApiKeysService } from '../api-keys/api-keys.service.js';
import type { User } from '../users/user.entity.js';

/** A user as others see them: without secrets. */
export const toMessage = (user: User): accounts.User => ({
  id: user.id,
  email: user.email,
  username: user.username,
  plan: user.plan,
  subscriptionExpiresAtMs: user.subscriptionExpiresAt?.getTime(),
  subscriptionCancelledAtMs: user.subscriptionCancelledAt?.getTime(),
  isAdmin: user.isAdmin,
  suspended: user.suspendedAt !== null,
  createdAtMs: user.createdAt.getTime(),
});

/** Builds the view of users on themselves. */
@Injectable()
export class UserView {
  constructor(private readonly apiKeys: ApiKeysService) {}

  /** With the API key in plain text. */
  async ownProfile(user: User): Promise<accounts.User> {
    return { ...toMessage(user), apiKey: await this.apiKeys.show(user) };
  }
}
