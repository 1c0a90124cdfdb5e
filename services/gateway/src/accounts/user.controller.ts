import { Readable } from 'node:stream';
import { type ApiKey, routes } from '@filemill/api';
import { ACCOUNTS, type AccountsClient } from '@filemill/contracts';
import { AppError } from '@filemill/errors';
import { Controller, Inject, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { attachmentHeader } from '../downloads/file-headers.js';
import { networkAddress } from '../http/address.js';
import { matchesEtag } from '../http/etag.js';
import { rejectDeletedAccount } from '../identity/caller.js';
import { Identity } from '../identity/identity.js';
import type { CallOf } from '../routes/call.js';
import { Handles } from '../routes/handles.js';
import { UserExport } from './user-export.js';
import { UserPages } from './user-pages.js';

/** The account of the signed-in user. */
@Controller()
export class UserController {
  constructor(
    @Inject(ACCOUNTS) private readonly accounts: AccountsClient,
    private readonly identity: Identity,
    private readonly pages: UserPages,
    private readonly userExport: UserExport,
  ) {}

  @Handles(routes.getUser)
  async get({ caller, request }: CallOf<typeof routes.getUser>, @Res() reply: FastifyReply): Promise<void> {
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

  @Handles(routes.deleteUser)
  async delete({ caller, body, request }: CallOf<typeof routes.deleteUser>): Promise<void> {
    const { userId } = caller;
    const address = networkAddress(request.ip);
    await this.accounts.deleteUser({ userId, password: body.password, address }).catch(acceptGone);
    this.identity.forget(userId);
  }

  @Handles(routes.rotateApiKey)
  async rotateApiKey({ caller: { userId } }: CallOf<typeof routes.rotateApiKey>): Promise<ApiKey> {
    const { apiKey } = await this.accounts.rotateApiKey({ userId }).catch(rejectDeletedAccount);
    this.identity.forget(userId);
    return { apiKey };
  }

  @Handles(routes.exportUser)
  async export({ caller }: CallOf<typeof routes.exportUser>, @Res() reply: FastifyReply): Promise<void> {
    const text = await this.userExport.open(caller);
    void reply
      .headers({
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
