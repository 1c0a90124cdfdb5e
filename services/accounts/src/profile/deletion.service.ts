import { AppError } from '@filemill/errors';
import { RUNTIME, type Runtime } from '@filemill/platform';
import { Inject, Injectable } from '@nestjs/common';
import type { DeleteUserRequest } from '../dto.js';
import { IDENTITY_CACHE_EXPIRED_MS } from '../identity/identity.service.js';
import { CallLimits } from '../limits/call-limits.js';
import { OutboxRepository } from '../outbox/outbox.repository.js';
import { OwnerAnnouncer } from '../owner-announcer.js';
import { PasswordHasher } from '../passwords/password-hasher.js';
import { UsersRepository } from '../users/users.repository.js';

/** Deletes accounts for their owners. */
@Injectable()
export class DeletionService {
  constructor(
    private readonly users: UsersRepository,
    private readonly outbox: OutboxRepository,
    private readonly hasher: PasswordHasher,
    private readonly limits: CallLimits,
    private readonly owners: OwnerAnnouncer,
    @Inject(RUNTIME) private readonly runtime: Runtime,
  ) {}

  /** @throws {AppError} NOT_FOUND, PASSWORD_WRONG, RATE_LIMITED, OVERLOADED */
  async delete({ userId, password, address }: DeleteUserRequest): Promise<void> {
    const user = await this.users.get(userId);
    const { email, plan, language } = user;
    const confirmed = await this.limits.checkPassword(email, address, async () =>
      (await this.hasher.verify(password, user.passwordHash)) ? user : null,
    );
    if (!confirmed) throw new AppError('PASSWORD_WRONG');
    const nowMs = this.runtime.clock.nowMs();
    const [now, later] = [new Date(nowMs), new Date(nowMs + IDENTITY_CACHE_EXPIRED_MS)];
    await this.users.transaction(async (tx) => {
      await this.users.remove(userId, tx);
      const eraseOwner = { kind: 'erase-owner', subject: userId, payload: { plan } } as const;
      await this.outbox.usage.add(eraseOwner, now, tx);
      // A gateway may have accepted one more conversion while it still had the session in its cache.
      await this.outbox.usage.add(eraseOwner, now, tx, later);
      await this.outbox.billing.add({ kind: 'erase-user', subject: userId, payload: {} }, now, tx);
      await this.outbox.mail.add({ kind: 'account-deleted', subject: email, payload: { language } }, now, tx);
    });
    this.owners.changed(userId);
  }
}
