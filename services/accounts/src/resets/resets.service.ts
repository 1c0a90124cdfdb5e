import { AppError } from '@filemill/errors';
import { RUNTIME, type Runtime } from '@filemill/platform';
import { Inject, Injectable } from '@nestjs/common';
import type { ForgotPasswordRequest, ResetPasswordRequest } from '../dto.js';
import { CallLimits } from '../limits/call-limits.js';
import { OutboxRepository } from '../outbox/outbox.repository.js';
import { PasswordHasher } from '../passwords/password-hasher.js';
import { SessionsRepository } from '../sessions/sessions.repository.js';
import { sha256 } from '../sha256.js';
import { UsersRepository } from '../users/users.repository.js';
import { ResetsRepository } from './resets.repository.js';

/** Resets passwords by mail. */
@Injectable()
export class ResetsService {
  constructor(
    private readonly resets: ResetsRepository,
    private readonly users: UsersRepository,
    private readonly sessions: SessionsRepository,
    private readonly outbox: OutboxRepository,
    private readonly hasher: PasswordHasher,
    private readonly limits: CallLimits,
    @Inject(RUNTIME) private readonly runtime: Runtime,
  ) {}

  /**
   * Queues a reset mail. Whether the account exists is checked when the mail is sent, so that
   * both cases do the same here. A mailbox that got several mails recently silently gets none.
   *
   * @throws {AppError} RATE_LIMITED by address
   */
  async requestReset({ email, address, language }: ForgotPasswordRequest): Promise<void> {
    await this.limits.countByAddress('forgot', address);
    if (!(await this.limits.countResetMail(email))) return;
    const payload = { language: language ?? null };
    const now = new Date(this.runtime.clock.nowMs());
    await this.outbox.mail.add({ kind: 'reset-password', subject: email, payload }, now);
  }

  /**
   * @throws {AppError} INVALID_REQUEST for a token that is unknown, used, replaced or expired; RATE_LIMITED, OVERLOADED
   */
  async reset({ token, password, address }: ResetPasswordRequest): Promise<void> {
    await this.limits.countByAddress('reset', address);
    const tokenHash = sha256(token);
    const now = new Date(this.runtime.clock.nowMs());
    const reset = await this.resets.find(tokenHash, now);
    if (!reset) throw invalid();
    const passwordHash = await this.hasher.hash(password);
    const email = await this.users.transaction(async (tx) => {
      // The user row first, as in deletion and sign-in, which prevents deadlocks.
      const user = await this.users.lock(reset.userId, tx);
      if (!user || !(await this.resets.use(tokenHash, tx))) throw invalid();
      await this.users.setPasswordHash(user.id, passwordHash, tx);
      await this.sessions.endAll(user.id, tx);
      const payload = { language: user.language };
      await this.outbox.mail.add({ kind: 'password-changed', subject: user.email, payload }, now, tx);
      return user.email;
    });
    await this.limits.confirmOwner(email, address);
  }
}

const invalid = (): AppError =>
  new AppError('INVALID_REQUEST', {
    message: 'This link is invalid or has expired. Ask for a new one.',
    fields: { token: 'invalid or expired' },
  });
