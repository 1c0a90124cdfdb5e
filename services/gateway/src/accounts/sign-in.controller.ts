import { type Message, routes, type SignedIn } from '@filemill/api';
import { ACCOUNTS, type AccountsClient, type accounts } from '@filemill/contracts';
import { newId, RUNTIME, type Runtime } from '@filemill/platform';
import { Controller, Inject } from '@nestjs/common';
import { networkAddress } from '../http/address.js';
import { Identity } from '../identity/identity.js';
import type { CallOf } from '../routes/call.js';
import { Handles } from '../routes/handles.js';
import { presentUser } from './account-presenter.js';
import { preferredLanguage } from './language.js';

/** The answer whether or not the account exists. */
const MAIL_ON_ITS_WAY =
  'If there is an account with this e-mail address, a link to reset its password is on its way.';
const PASSWORD_CHANGED = 'Your password is changed. Please sign in with it.';

/** Registration, sign-in, sign-out and password reset. */
@Controller()
export class SignInController {
  constructor(
    @Inject(ACCOUNTS) private readonly accounts: AccountsClient,
    private readonly identity: Identity,
    @Inject(RUNTIME) private readonly runtime: Runtime,
  ) {}

  @Handles(routes.registerUser)
  async register({ body, request }: CallOf<typeof routes.registerUser>): Promise<SignedIn> {
    const language = preferredLanguage(request.headers['accept-language']);
    // Created here, so that accounts recognises a repeated call.
    const id = newId(this.runtime.clock.nowMs());
    const address = networkAddress(request.ip);
    return presentSignedIn(await this.accounts.register({ ...body, id, address, language }));
  }

  @Handles(routes.login)
  async login({ body, request }: CallOf<typeof routes.login>): Promise<SignedIn> {
    return presentSignedIn(await this.accounts.login({ ...body, address: networkAddress(request.ip) }));
  }

  @Handles(routes.logout)
  async logout({ caller }: CallOf<typeof routes.logout>): Promise<void> {
    await this.accounts.logout({ sessionId: caller.sessionId });
    this.identity.forget(caller.userId);
  }

  @Handles(routes.forgotPassword)
  async forgotPassword({ body, request }: CallOf<typeof routes.forgotPassword>): Promise<Message> {
    const { ip, headers } = request;
    const language = preferredLanguage(headers['accept-language']);
    await this.accounts.forgotPassword({ email: body.email, address: networkAddress(ip), language });
    return { message: MAIL_ON_ITS_WAY };
  }

  @Handles(routes.resetPassword)
  async resetPassword({ body, request }: CallOf<typeof routes.resetPassword>): Promise<Message> {
    const address = networkAddress(request.ip);
    // The first try uses the token up: a second one would be refused.
    await this.accounts.resetPassword({ ...body, address }, { retry: false });
    return { message: PASSWORD_CHANGED };
  }
}

/** @throws {TypeError} if the answer of accounts contains no user */
function presentSignedIn({ token, user }: accounts.LoginResponse): SignedIn {
  if (!user) throw new TypeError('accounts signed nobody in');
  return { token, user: presentUser(user) };
}
