import {
  forgotPasswordBody,
  loginBody,
  type Message,
  registerBody,
  resetPasswordBody,
  type SignedIn,
  signInApi,
} from '@filemill/api';
import { ACCOUNTS, type AccountsClient } from '@filemill/contracts';
import { newId, RUNTIME, type Runtime, ZodPipe } from '@filemill/platform';
import { Body, Controller, Header, HttpCode, Inject, Req, UseGuards } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { networkAddress } from '../http/address.js';
import { Handles } from '../http/handles.js';
import { BearerGuard, CurrentUser } from '../identity/caller.guard.js';
import type { UserCaller } from '../identity/caller.js';
import { IdentityService } from '../identity/identity.service.js';
import { preferredLanguage } from './language.js';
import { presentSignedIn } from './sign-in-view.js';

/** The answer whether or not the account exists. */
const MAIL_ON_ITS_WAY =
  'If there is an account with this e-mail address, a link to reset its password is on its way.';
const PASSWORD_CHANGED = 'Your password is changed. Please sign in with it.';

/** Registration, sign-in, sign-out and password reset. */
@Controller()
export class SignInController {
  constructor(
    @Inject(ACCOUNTS) private readonly accounts: AccountsClient,
    private readonly identity: IdentityService,
    @Inject(RUNTIME) private readonly runtime: Runtime,
  ) {}

  @Handles(signInApi.registerUser)
  @Header('cache-control', 'no-store')
  async register(
    @Body(new ZodPipe(registerBody)) body: z.infer<typeof registerBody>,
    @Req() { ip, headers }: FastifyRequest,
  ): Promise<SignedIn> {
    const language = preferredLanguage(headers['accept-language']);
    // Created here, so that accounts recognises a repeated call.
    const id = newId(this.runtime.clock.nowMs());
    const address = networkAddress(ip);
    return presentSignedIn(await this.accounts.register({ ...body, id, address, language }));
  }

  @Handles(signInApi.login)
  @HttpCode(200)
  @Header('cache-control', 'no-store')
  async login(
    @Body(new ZodPipe(loginBody)) body: z.infer<typeof loginBody>,
    @Req() { ip }: FastifyRequest,
  ): Promise<SignedIn> {
    return presentSignedIn(await this.accounts.login({ ...body, address: networkAddress(ip) }));
  }

  @Handles(signInApi.logout)
  @UseGuards(BearerGuard)
  @HttpCode(204)
  async logout(@CurrentUser() { userId, sessionId }: UserCaller): Promise<void> {
    await this.accounts.logout({ sessionId });
    this.identity.forget(userId);
  }

  @Handles(signInApi.forgotPassword)
  @HttpCode(200)
  @Header('cache-control', 'no-store')
  async forgotPassword(
    @Body(new ZodPipe(forgotPasswordBody)) { email }: z.infer<typeof forgotPasswordBody>,
    @Req() { ip, headers }: FastifyRequest,
  ): Promise<Message> {
    const language = preferredLanguage(headers['accept-language']);
    await this.accounts.forgotPassword({ email, address: networkAddress(ip), language });
    return { message: MAIL_ON_ITS_WAY };
  }

  @Handles(signInApi.resetPassword)
  @HttpCode(200)
  @Header('cache-control', 'no-store')
  async resetPassword(
    @Body(new ZodPipe(resetPasswordBody)) body: z.infer<typeof resetPasswordBody>,
    @Req() { ip }: FastifyRequest,
  ): Promise<Message> {
    // The first try uses the token up: a second one would be refused.
    await this.accounts.resetPassword({ ...body, address: networkAddress(ip) }, { retry: false });
    return { message: PASSWORD_CHANGED };
  }
}
