import { Readable } from 'node:stream';
import { type ApiKey, deleteUserBody, userApi } from '@filemill/api';
import { ACCOUNTS, type AccountsClient } from '@filemill/contracts';
import { AppError } from '@filemill/errors';
import { ZodPipe } from '@filemill/platform';
import { Body, Controller, Header, HttpCode, Inject, Req, Res, UseGuards } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { attachmentHeader } from '../downloads/content-disposition.js';
import { networkAddress } from '../http/address.js';
import { matchesEtag } from '../http/etag.js';
import { Handles } from '../http/handles.js';
import { BearerGuard, CurrentUser } from '../identity/caller.guard.js';
import { rejectDeletedAccount, type UserCaller } from '../identity/caller.js';
import { IdentityService } from '../identity/identity.service.js';
import { UserExport } from './user-export.service.js';
import { UserPages } from './user-pages.service.js';

/** The account of the signed-in user. */
@Controller()
@UseGuards(BearerGuard)
export class UserController {
  constructor(
    @Inject(ACCOUNTS) private readonly accounts: AccountsClient,
    private readonly identity: IdentityService,
    private readonly pages: UserPages,
    private readonly userExport: UserExport,
  ) {}

  @Handles(userApi.getUser)
  async get(
    @CurrentUser() caller: UserCaller,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const etag = await this.pages.etag(caller);
    // A browser may cache the page for a 304, but not for another bearer token.
    void reply.headers({
      'cache-control': 'private, no-cache',
      vary: 'authorization',
      ...(etag && { etag }),
    });
    if (etag !== undefined && matchesEtag(request, etag)) void reply.code(304).send();
    else void reply.type('application/json; charset=utf-8').send(await this.pages.json(caller, etag));
  }

  @Handles(userApi.deleteUser)
  @HttpCode(204)
  async delete(
    @CurrentUser() { userId }: UserCaller,
    @Body(new ZodPipe(deleteUserBody)) { password }: z.infer<typeof deleteUserBody>,
    @Req() { ip }: FastifyRequest,
  ): Promise<void> {
    await this.accounts.deleteUser({ userId, password, address: networkAddress(ip) }).catch(acceptGone);
    this.identity.forget(userId);
  }

  @Handles(userApi.rotateApiKey)
  @HttpCode(200)
  @Header('cache-control', 'no-store')
  async rotateApiKey(@CurrentUser() { userId }: UserCaller): Promise<ApiKey> {
    const { apiKey } = await this.accounts.rotateApiKey({ userId }).catch(rejectDeletedAccount);
    this.identity.forget(userId);
    return { apiKey };
  }

  @Handles(userApi.exportUser)
  async export(@CurrentUser() caller: UserCaller, @Res() reply: FastifyReply): Promise<void> {
    const text = await this.userExport.open(caller);
    void reply
      .headers({
        'cache-control': 'no-store',
        'content-disposition': attachmentHeader('account.json'),
        'content-type': 'application/json; charset=utf-8',
      })
      .send(Readable.from(text));
  }
}

/** The account was deleted by an earlier try whose answer was lost: that is success. */
function acceptGone(error: unknown): void {
  if (AppError.from(error).code !== 'NOT_FOUND') throw error;
}
