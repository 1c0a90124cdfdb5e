import type { usage } from '@filemill/contracts';
import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { type Caller, knownOwnerOf } from '../identity/caller.js';
import { IdentityService } from '../identity/identity.service.js';
import { type Purpose, SignedTokens } from './signed-tokens.js';

/** Who may use a link of one conversion: the bearer of its token, else its owner. */
@Injectable()
export class AccessService {
  constructor(
    private readonly identity: IdentityService,
    private readonly tokens: SignedTokens,
  ) {}

  /**
   * @returns the owner that the conversion must have; undefined if a token grants access
   * @throws {AppError} NOT_FOUND, GONE
   */
  async ownerFor(
    request: FastifyRequest,
    conversionId: string,
    token: string | undefined,
    purpose: Purpose,
  ): Promise<usage.Owner | undefined> {
    const caller = await this.callerFor(request, conversionId, token, purpose);
    return caller && knownOwnerOf(caller);
  }

  /**
   * @returns the caller who must own the conversion; undefined if a token grants access
   * @throws {AppError} NOT_FOUND or GONE for the token; UNAUTHENTICATED
   */
  async callerFor(
    request: FastifyRequest,
    conversionId: string,
    token: string | undefined,
    purpose: Purpose,
  ): Promise<Caller | undefined> {
    if (token === undefined) return this.identity.identify(request);
    await this.tokens.verify(String(token), conversionId, purpose);
    return undefined;
  }
}
