import { fingerprint } from '@filemill/api';
import { ACCOUNTS, type AccountsClient, type accounts, isApiKey, verifyUserToken } from '@filemill/contracts';
import { AppError } from '@filemill/errors';
import { type Clock, parseOrThrow, RUNTIME, type Runtime } from '@filemill/platform';
import { HEADERS } from '@filemill/product';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { GATEWAY_CONFIG, type GatewayConfig } from '../config.js';
import { networkAddress } from '../http/address.js';
import type { Caller, GuestCaller, UserCaller } from './caller.js';
import { apiKeyOf, bearerTokenOf, KEY_NOT_FOUND } from './credentials.js';
import { IdentityCache } from './identity-cache.js';

const guestHeaders = z.object({ [HEADERS.fingerprint]: fingerprint.optional() });

/** Deadline of a request to accounts, so that no answer is older than 5 s together with its time in the cache. */
const IDENTIFY_DEADLINE_MS = 2_000;

/** Identifies the sender of a request by its headers and its connection. */
@Injectable()
export class Identity {
  private readonly cache = new IdentityCache();
  private readonly clock: Clock;

  constructor(
    @Inject(ACCOUNTS) private readonly accounts: AccountsClient,
    @Inject(GATEWAY_CONFIG) private readonly config: GatewayConfig,
    @Inject(RUNTIME) runtime: Runtime,
  ) {
    this.clock = runtime.clock;
  }

  /**
   * The user of a bearer token or an API key, else a guest.
   *
   * @throws {AppError} UNAUTHENTICATED, SUSPENDED or PLAN_REQUIRED for an invalid credential; INVALID_REQUEST for
   *   a malformed fingerprint
   */
  async identify(request: FastifyRequest): Promise<Caller> {
    return (await this.byBearer(request)) ?? (await this.byKey(request)) ?? this.guest(request);
  }

  /** The user of the request's bearer token, if it has one. @throws {AppError} UNAUTHENTICATED, SUSPENDED */
  async byBearer(request: FastifyRequest): Promise<UserCaller | undefined> {
    const bearerToken = bearerTokenOf(request);
    if (bearerToken === undefined) return undefined;
    const user = await this.cache.get(bearerToken, async () => {
      await verifyUserToken(bearerToken, this.config.TOKEN_PUBLIC_KEY, this.clock.nowMs());
      return this.ask({ bearerToken });
    });
    return callerOf(user, request, false);
  }

  /** The user of the request's API key, if it has one. @throws {AppError} UNAUTHENTICATED, SUSPENDED, PLAN_REQUIRED */
  async byKey(request: FastifyRequest): Promise<UserCaller | undefined> {
    const apiKey = apiKeyOf(request);
    if (apiKey === undefined) return undefined;
    if (!isApiKey(apiKey)) throw new AppError('UNAUTHENTICATED', { message: KEY_NOT_FOUND });
    const user = await this.cache.get(apiKey, () => this.ask({ apiKey }).catch(namingTheKey));
    return callerOf(user, request, true);
  }

  /** The sender as a guest, even if the request has a credential. @throws {AppError} INVALID_REQUEST */
  guest(request: FastifyRequest): GuestCaller {
    const { [HEADERS.fingerprint]: fingerprint } = parseOrThrow(guestHeaders, request.headers);
    return { kind: 'guest', fingerprint, address: networkAddress(request.ip) };
  }

  /** Whether an API key is cached as valid. */
  knows(apiKey: string): boolean {
    return this.cache.knows(apiKey);
  }

  /** Makes this process ask accounts again about a user's credentials; other gateways do so within 5 s. */
  forget(userId: string): void {
    this.cache.forget(userId);
  }

  private ask(credential: accounts.IdentifyRequest): Promise<accounts.IdentifyResponse> {
    return this.accounts.identify(credential, { deadlineMs: IDENTIFY_DEADLINE_MS });
  }
}

const callerOf = (
  { userId, username, plan, isAdmin, sessionId }: accounts.IdentifyResponse,
  request: FastifyRequest,
  byKey: boolean,
): UserCaller => ({
  kind: 'user',
  userId,
  username,
  plan,
  isAdmin,
  sessionId,
  byKey,
  address: networkAddress(request.ip),
});

function namingTheKey(cause: unknown): never {
  if (cause instanceof AppError && cause.code === 'UNAUTHENTICATED')
    throw new AppError('UNAUTHENTICATED', { message: KEY_NOT_FOUND }, { cause });
  throw cause;
}
