import { Readable } from 'node:stream';
import { ACCOUNTS, type AccountsClient } from '@filemill/contracts';
import { AppError } from '@filemill/errors';
import { ZodPipe } from '@filemill/platform';
import {
  Body,
  Controller,
  Delete,
  Get,
  Header,
  HttpCode,
  Inject,
  Post,
  Req,
  Res,
  UseGuards,
} from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { attachment } from '../downloads/content-disposition.js';
import { networkAddress } from '../http/address.js';
import { ApiRoute } from '../http/api-route.js';
import { matchesEtag } from '../http/etag.js';
import { BearerGuard, CurrentUser } from '../identity/caller.guard.js';
import { type UserCaller, withoutAccount } from '../identity/caller.js';
import { IdentityService } from '../identity/identity.service.js';
import { type ApiKey, apiKeySchema, deleteUserBody, exportSchema, userPageSchema } from './user.dto.js';
import { UserExport } from './user-export.service.js';
import { UserPages } from './user-pages.service.js';

/** The account of the signed-in user. */
@Controller('api/user')
@UseGuards(BearerGuard)
export class UserController {
  constructor(
    @Inject(ACCOUNTS) private readonly accounts: AccountsClient,
    private readonly identity: IdentityService,
    private readonly pages: UserPages,
    private readonly userExport: UserExport,
  ) {}

  @Get()
  @ApiRoute({
    id: 'getUser',
    tag: 'Accounts',
    summary: 'The user, what is used of the plan, and the newest conversions',
    description: 'Made to be asked often: send the last `ETag` as `If-None-Match`.',
    callers: ['bearer'],
    answers: {
      200: {
        description: 'The page',
        content: { 'application/json': userPageSchema },
        headers: { ETag: 'Of all that the page shows' },
      },
      304: 'As known by `If-None-Match`',
    },
  })
  async get(
    @CurrentUser() caller: UserCaller,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const etag = await this.pages.etag(caller);
    // A browser may keep the page, for the 304 alone, and never for another bearer.
    void reply.headers({
      'cache-control': 'private, no-cache',
      vary: 'authorization',
      ...(etag && { etag }),
    });
    if (etag !== undefined && matchesEtag(request, etag)) void reply.code(304).send();
    else void reply.type('application/json; charset=utf-8').send(await this.pages.json(caller, etag));
  }

  @Delete()
  @ApiRoute({
    id: 'deleteUser',
    tag: 'Accounts',
    summary: 'Deletes the account with everything that belongs to it',
    callers: ['bearer'],
    body: deleteUserBody,
    answers: { 204: 'It is gone' },
    errors: ['PASSWORD_WRONG', 'OVERLOADED'],
  })
  @HttpCode(204)
  async delete(
    @CurrentUser() { userId }: UserCaller,
    @Body(new ZodPipe(deleteUserBody)) { password }: z.infer<typeof deleteUserBody>,
    @Req() { ip }: FastifyRequest,
  ): Promise<void> {
    await this.accounts.deleteUser({ userId, password, address: networkAddress(ip) }).catch(acceptGone);
    this.identity.forget(userId);
  }

  @Post('api-key')
  @ApiRoute({
    id: 'rotateApiKey',
    tag: 'Accounts',
    summary: 'Makes a new API key; the old one dies',
    callers: ['bearer'],
    answers: { 200: apiKeySchema },
    errors: ['PLAN_REQUIRED'],
  })
  @HttpCode(200)
  @Header('cache-control', 'no-store')
  async rotateApiKey(@CurrentUser() { userId }: UserCaller): Promise<ApiKey> {
    const { apiKey } = await this.accounts.rotateApiKey({ userId }).catch(withoutAccount);
    this.identity.forget(userId);
    return { apiKey };
  }

  @Get('export')
  @ApiRoute({
    id: 'exportUser',
    tag: 'Accounts',
    summary: 'Everything that is held about the user, as a file',
    callers: ['bearer'],
    answers: { 200: exportSchema },
  })
  async export(@CurrentUser() caller: UserCaller, @Res() reply: FastifyReply): Promise<void> {
    const text = await this.userExport.open(caller);
    void reply
      .headers({
        'cache-control': 'no-store',
        'content-disposition': attachment('account.json'),
        'content-type': 'application/json; charset=utf-8',
      })
      .send(Readable.from(text));
  }
}

/** The first try of a call whose answer was lost has deleted the account: that is what was asked for. */
function acceptGone(error: unknown): void {
  if (AppError.from(error).code !== 'NOT_FOUND') throw error;
}
