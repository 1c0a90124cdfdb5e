import type { accounts, ServiceClient } from '@filemill/contracts';
import { AppError } from '@filemill/errors';
import { parseOrThrow } from '@filemill/platform';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { ACCOUNTS } from '../clients/clients.module.js';
import { networkAddress } from '../http/address.js';
import type { Caller, GuestCaller } from './caller.js';
import { fingerprintSchema } from './fingerprint.js';

const FINGERPRINT_HEADER = 'x-guest-fingerprint';
const guestHeaders = z.object({ [FINGERPRINT_HEADER]: fingerprintSchema.optional() });

/** Tells who sent a request, from its headers and its connection. */
@Injectable()
export class IdentityService {
  constructor(@Inject(ACCOUNTS) private readonly accounts: ServiceClient<accounts.AccountsServiceClient>) {}

  /**
   * The user of a bearer token or an API key, else a guest.
   *
   * @throws {AppError} UNAUTHENTICATED or SUSPENDED for a credential that is not good; INVALID_REQUEST for a malformed
   *   fingerprint
   */
  async identify(request: FastifyRequest): Promise<Caller> {
    const credential = credentialOf(request);
    if (!credential) return this.guest(request);
    const user = await this.accounts.identify(credential);
    return { kind: 'user', userId: user.userId, plan: user.plan, address: networkAddress(request.ip) };
  }

  /** The guest behind a request, whatever credential it carries besides. @throws {AppError} INVALID_REQUEST */
  guest(request: FastifyRequest): GuestCaller {
    const { [FINGERPRINT_HEADER]: fingerprint } = parseOrThrow(guestHeaders, request.headers);
    return { kind: 'guest', fingerprint, address: networkAddress(request.ip) };
  }
}

function credentialOf(request: FastifyRequest): accounts.IdentifyRequest | undefined {
  const { authorization, 'x-api-key': apiKey } = request.headers;
  if (authorization !== undefined) {
    const bearerToken = /^Bearer +(\S+)$/i.exec(authorization)?.[1];
    if (!bearerToken) throw new AppError('UNAUTHENTICATED');
    return { bearerToken };
  }
  return typeof apiKey === 'string' ? { apiKey } : undefined;
}
