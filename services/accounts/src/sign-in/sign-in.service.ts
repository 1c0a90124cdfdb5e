import type { accounts } from '@filemill/contracts';
import { AppError } from '@filemill/errors';
import { RUNTIME, type Runtime } from '@filemill/platform';
import { Inject, Injectable } from '@nestjs/common';
import type { LoginRequest, RegisterRequest } from '../dto.js';
import { CallLimits } from '../limits/call-limits.js';
import { AccountsMetrics, type SignInOutcome } from '../metrics.js';
import { isOutdated } from '../passwords/argon2.js';
import { PasswordHasher } from '../passwords/password-hasher.js';
import { UserView } from '../profile/user-view.js';
import { SessionsService } from '../sessions/sessions.service.js';
import type { User } from '../users/user.entity.js';
import { UsersRepository } from '../users/users.repository.js';

/** A user who has just signed in. */
type SignedIn = Required<accounts.LoginResponse>;

/** Registration and sign-in. */
@Injectable()
export class SignInService {
  constructor(
    private readonly users: UsersRepository,
    private readonly sessions: SessionsService,
    private readonly hasher: PasswordHasher,
    private readonly limits: CallLimits,
    private readonly view: UserView,
    private readonly metrics: AccountsMetrics,
    @Inject(RUNTIME) private readonly runtime: Runtime,
  ) {}

  /**
   * A repeated request, whose answer was lost, returns the account that it created.
   *
   * @throws {AppError} EMAIL_TAKEN, RATE_LIMITED (by address), OVERLOADED
   */
  async register(request: RegisterRequest): Promise<SignedIn> {
    const user = (await this.users.find(request.id)) ?? (await this.makeAccount(request));
    return { token: await this.sessions.open(user.id), user: await this.view.ownProfile(user) };
  }

  private async makeAccount({ id, password, address, ...values }: RegisterRequest): Promise<User> {
    await this.limits.countByAddress('register', address);
    try {
      // Checked first only to save the hash; the unique index decides.
      if (await this.users.findByEmail(values.email)) throw new AppError('EMAIL_TAKEN');
      const passwordHash = await this.hasher.hash(password);
      const createdAt = new Date(this.runtime.clock.nowMs());
      const user = await this.users.add({ ...values, id, passwordHash, createdAt });
      this.metrics.registrations.inc();
      return user;
    } catch (error) {
      // Created by an earlier try of this request, which was still running.
      const made = await this.users.find(id);
      if (!made) throw error;
      return made;
    }
  }

  /**
   * Takes the same time and gives the same answer for an unknown address and a wrong password.
   *
   * @throws {AppError} UNAUTHENTICATED, SUSPENDED (only with the correct password), RATE_LIMITED, OVERLOADED
   */
  async login({ email, password, address }: LoginRequest): Promise<SignedIn> {
    try {
      const user = await this.limits.checkPassword(email, address, async () => {
        const { id, passwordHash } = await this.users.credentials(email);
        const isRight = await this.hasher.verify(password, passwordHash ?? undefined);
        return isRight && id !== null ? this.users.find(id) : null;
      });
      if (!user) throw wrong();
      if (user.suspendedAt !== null) throw new AppError('SUSPENDED');
      const token = await this.enter(user, password);
      this.metrics.signIns.inc({ outcome: 'ok' });
      return { token, user: await this.view.ownProfile(user) };
    } catch (error) {
      this.metrics.signIns.inc({ outcome: outcomeOf(error) });
      throw error;
    }
  }

  /** Creates a session, unless the password was changed after it was checked: that ended all sessions. */
  private async enter(user: User, password: string): Promise<string> {
    const outdated = isOutdated(user.passwordHash);
    const renewed = outdated ? await this.hasher.hash(password) : user.passwordHash;
    return this.users.transaction(async (tx) => {
      const locked = await this.users.lock(user.id, tx);
      if (locked?.passwordHash !== user.passwordHash) throw wrong();
      if (outdated) await this.users.setPasswordHash(user.id, renewed, tx);
      return this.sessions.open(user.id, tx);
    });
  }
}

const wrong = (): AppError =>
  new AppError('UNAUTHENTICATED', { message: 'The e-mail address or the password is not correct.' });

function outcomeOf(error: unknown): SignInOutcome {
  const { code } = AppError.from(error);
  if (code === 'UNAUTHENTICATED') return 'wrong';
  if (code === 'RATE_LIMITED') return 'rate_limited';
  return code === 'SUSPENDED' ? 'suspended' : 'failed';
}
