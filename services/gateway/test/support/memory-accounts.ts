import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { type AccountsClient, type accounts, newApiKey, signUserToken } from '@filemill/contracts';
import { AppError } from '@filemill/errors';
import type { Clock } from '@filemill/platform';
import { HEADERS, type Language } from '@filemill/product';

const PAGE_SIZE = 20;

/** A user with all credentials. */
export interface TestUser {
  readonly id: string;
  readonly email: string;
  readonly token: string;
  readonly apiKey: string;
  /** Headers of a request with the bearer token, and with the API key. */
  readonly bearer: Record<string, string>;
  readonly key: Record<string, string>;
}

interface Account extends accounts.User {
  password: string;
  sessions: Set<string>;
}

let users = 0;

/** Accounts in memory; the passwords of its users are `password`. */
export class MemoryAccounts implements AccountsClient {
  readonly accounts = new Map<string, Account>();
  /** Languages of the requested mails. */
  readonly languages: (Language | undefined)[] = [];
  /** The error that sign-in answers. */
  refusal: AppError | undefined;
  /** Number of times that a caller was identified. */
  identified = 0;
  isDown = false;
  private readonly keys = generateKeyPairSync('ed25519');
  private readonly resets = new Map<string, string>();

  constructor(private readonly clock: Clock) {}

  /** The public key in the form that the gateway reads: SPKI PEM in base64url. */
  get publicKey(): string {
    const pem = this.keys.publicKey.export({ type: 'spki', format: 'pem' });
    return Buffer.from(pem).toString('base64url');
  }

  /** Creates a user who is signed in. */
  async addUser(fields: Partial<accounts.User> = {}): Promise<TestUser> {
    users += 1;
    const account: Account = {
      id: randomUUID(),
      email: `user${users}@example.com`,
      username: `User ${users}`,
      plan: 'free',
      isAdmin: false,
      suspended: false,
      createdAtMs: this.clock.nowMs(),
      apiKey: newApiKey(),
      password: 'password',
      sessions: new Set(),
      ...fields,
    };
    this.accounts.set(account.id, account);
    const [token, apiKey] = [await this.signIn(account), account.apiKey ?? ''];
    const { id, email } = account;
    return {
      id,
      email,
      token,
      apiKey,
      bearer: { authorization: `Bearer ${token}` },
      key: { [HEADERS.apiKey]: apiKey },
    };
  }

  async identify({ bearerToken, apiKey }: accounts.IdentifyRequest): Promise<accounts.IdentifyResponse> {
    if (this.isDown) throw new AppError('UNAVAILABLE');
    this.identified += 1;
    const sessionId = bearerToken === undefined ? '' : sessionOf(bearerToken);
    const account = [...this.accounts.values()].find((candidate) =>
      sessionId ? candidate.sessions.has(sessionId) : apiKey !== undefined && candidate.apiKey === apiKey,
    );
    if (!account) throw new AppError('UNAUTHENTICATED');
    if (account.suspended) throw new AppError('SUSPENDED');
    if (!sessionId && account.plan !== 'pro') throw new AppError('PLAN_REQUIRED');
    const { id: userId, plan, isAdmin, username } = account;
    return { userId, plan, isAdmin, username, sessionId };
  }

  async register(request: accounts.RegisterRequest): Promise<accounts.RegisterResponse> {
    if (this.find(request.email)) throw new AppError('EMAIL_TAKEN');
    const { email, username } = request;
    const { id, token } = await this.addUser({ id: request.id, email, username });
    this.account(id).password = request.password;
    return { token, user: toUser(this.account(id)) };
  }

  async login({ email, password }: accounts.LoginRequest): Promise<accounts.LoginResponse> {
    if (this.refusal) throw this.refusal;
    const account = this.find(email);
    if (account?.password !== password) throw new AppError('UNAUTHENTICATED');
    if (account.suspended) throw new AppError('SUSPENDED');
    return { token: await this.signIn(account), user: toUser(account) };
  }

  async logout({ sessionId }: accounts.LogoutRequest): Promise<accounts.LogoutResponse> {
    for (const { sessions } of this.accounts.values()) sessions.delete(sessionId);
    return {};
  }

  async forgotPassword({
    email,
    language,
  }: accounts.ForgotPasswordRequest): Promise<accounts.ForgotPasswordResponse> {
    this.languages.push(language);
    const account = this.find(email);
    if (account) this.resets.set(`reset-${account.id}`, account.id);
    return {};
  }

  async resetPassword(request: accounts.ResetPasswordRequest): Promise<accounts.ResetPasswordResponse> {
    const account = this.accounts.get(this.resets.get(request.token) ?? '');
    if (!account) throw new AppError('INVALID_REQUEST', { fields: { token: 'unknown, used or expired' } });
    this.resets.delete(request.token);
    account.password = request.password;
    account.sessions.clear();
    return {};
  }

  async getUser({ userId }: accounts.GetUserRequest): Promise<accounts.GetUserResponse> {
    return { user: toUser(this.account(userId)) };
  }

  async rotateApiKey({ userId }: accounts.RotateApiKeyRequest): Promise<accounts.RotateApiKeyResponse> {
    const account = this.account(userId);
    if (account.plan !== 'pro') throw new AppError('PLAN_REQUIRED');
    account.apiKey = newApiKey();
    return { apiKey: account.apiKey };
  }

  async exportUser({ userId }: accounts.ExportUserRequest): Promise<accounts.ExportUserResponse> {
    const { id, email, username } = this.account(userId);
    return { data: { id, email, username } };
  }

  async deleteUser({ userId, password }: accounts.DeleteUserRequest): Promise<accounts.DeleteUserResponse> {
    if (this.account(userId).password !== password) throw new AppError('PASSWORD_WRONG');
    this.accounts.delete(userId);
    return {};
  }

  async setPlan({
    userId,
    version: _version,
    ...plan
  }: accounts.SetPlanRequest): Promise<accounts.SetPlanResponse> {
    Object.assign(this.account(userId), plan);
    return {};
  }

  async requireAdmin({ userId }: accounts.RequireAdminRequest): Promise<accounts.RequireAdminResponse> {
    const account = this.accounts.get(userId);
    if (!account?.isAdmin || account.suspended) throw new AppError('FORBIDDEN');
    return {};
  }

  async listUsers({ search, page }: accounts.ListUsersRequest): Promise<accounts.ListUsersResponse> {
    const found = [...this.accounts.values()]
      .filter(({ id, email, username }) => [id, email, username].some((text) => text.includes(search)))
      .sort((a, b) => b.createdAtMs - a.createdAtMs);
    const rows = found.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE);
    return { users: rows.map(withoutKey), totalCount: found.length };
  }

  async getUsers({ userIds }: accounts.GetUsersRequest): Promise<accounts.GetUsersResponse> {
    const found = userIds.map((id) => this.accounts.get(id)).filter((account) => account !== undefined);
    return { users: found.map(withoutKey) };
  }

  async suspendUser({ userId }: accounts.SuspendUserRequest): Promise<accounts.SuspendUserResponse> {
    const account = this.account(userId);
    account.suspended = true;
    account.sessions.clear();
    return { user: withoutKey(account) };
  }

  async unsuspendUser({ userId }: accounts.UnsuspendUserRequest): Promise<accounts.UnsuspendUserResponse> {
    const account = this.account(userId);
    account.suspended = false;
    return { user: withoutKey(account) };
  }

  async countUsers({ sinceMs }: accounts.CountUsersRequest): Promise<accounts.CountUsersResponse> {
    const all = [...this.accounts.values()];
    const since = all.filter(({ createdAtMs }) => createdAtMs >= sinceMs);
    const pro = all.filter(({ plan }) => plan === 'pro').length;
    const byDay = new Map<string, number>();
    for (const { createdAtMs } of since) {
      const date = new Date(createdAtMs).toISOString().slice(0, 10);
      byDay.set(date, (byDay.get(date) ?? 0) + 1);
    }
    const days = [...byDay].sort().map(([date, count]) => ({ date, count }));
    return { total: all.length, since: since.length, pro, days };
  }

  async checkHealth(): Promise<void> {
    if (this.isDown) throw new AppError('UNAVAILABLE');
  }
  async waitUntilReady(): Promise<void> {}
  close(): void {}

  private account(id: string): Account {
    const account = this.accounts.get(id);
    if (!account) throw new AppError('NOT_FOUND', { what: 'The user' });
    return account;
  }

  private find(email: string): Account | undefined {
    return [...this.accounts.values()].find((account) => account.email === email.toLowerCase());
  }

  /** Issues a token at the given time. */
  sign(userId: string, sessionId: string, atMs: number): Promise<string> {
    return signUserToken({ userId, sessionId }, this.keys.privateKey, atMs);
  }

  private signIn(account: Account): Promise<string> {
    const sessionId = randomUUID();
    account.sessions.add(sessionId);
    return this.sign(account.id, sessionId, this.clock.nowMs());
  }
}

/** The session that a token names; the gateway has verified its signature. */
function sessionOf(token: string): string {
  const payload = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString();
  return payload === '' ? 'none' : String((JSON.parse(payload) as { jti?: string }).jti);
}

const toUser = ({ password: _password, sessions: _sessions, ...user }: Account): accounts.User => ({
  ...user,
  apiKey: user.plan === 'pro' ? user.apiKey : undefined,
});
const withoutKey = (account: Account): accounts.User => ({ ...toUser(account), apiKey: undefined });
