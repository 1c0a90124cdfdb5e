import type { usage } from '@filemill/contracts';
import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { knownOwnerOf } from '../identity/caller.js';
import { IdentityService } from '../identity/identity.service.js';
import { type Purpose, SignedTokens } from './signed-tokens.js';

/** Who may open a link of one conversion: the bearer of its token, else its owner. */
@Injectable()
export class AccessService {
  constructor(
    private readonly identity: IdentityService,
    private readonly tokens: SignedTokens,
  ) {}

  /**
   * @returns the owner that the conversion must have; undefined once a token has proved the right
   * @throws {AppError} NOT_FOUND, GONE
   */
  async ownerFor(
    request: FastifyRequest,
    conversionId: string,
    token: string | undefined,
    purpose: Purpose,
  ): Promise<usage.Owner | undefined> {
    if (token === undefined) return knownOwnerOf(await this.identity.identify(request));
    await this.tokens.verify(String(token), conversionId, purpose);
    return undefined;
  }
}
