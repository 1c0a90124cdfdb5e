import type { Route } from '@filemill/api';
import { AppError, type Code, type ErrorParams } from '@filemill/errors';
import { type CanActivate, type ExecutionContext, Injectable, type Type } from '@nestjs/common';
import { AuthGuard } from '@nestjs/passport';
import type { FastifyRequest } from 'fastify';
import { routeOf } from '../http/routes.js';
import type { Caller, LinkCaller } from './caller.js';
import { KEY_NOT_FOUND } from './credentials.js';
import { Identity } from './identity.js';
import { SignedTokens } from './signed-tokens.js';
import { API_KEY, BEARER } from './strategies.js';

/** A request with the property in which passport stores the caller. */
export type IdentifiedRequest = FastifyRequest & { user?: Caller | LinkCaller };

const requestOf = (context: ExecutionContext): IdentifiedRequest =>
  context.switchToHttp().getRequest<IdentifiedRequest>();

/** The caller that a guard has resolved. @throws {TypeError} if no guard has seen the request */
export function callerOf({ user }: IdentifiedRequest): Caller | LinkCaller {
  if (!user) throw new TypeError('no guard has resolved the caller');
  return user;
}

/** Refusals of keys of suspended users, and of users who are no longer on Pro. */
const NO_KEY: ReadonlySet<Code> = new Set(['SUSPENDED', 'PLAN_REQUIRED']);

/** Passport's result, or the refusal. The type parameter is the caller's, as in @nestjs/passport. */
function userOr<T>(refusal: () => unknown, error: unknown, user: unknown): T {
  if (error) throw error;
  return (user || refusal()) as T;
}

const refuse = (params?: ErrorParams) => (): never => {
  throw new AppError('UNAUTHENTICATED', params);
};

/** Resolves the caller of a route that guests and users share. */
@Injectable()
class CallerGuard extends AuthGuard([BEARER, API_KEY]) {
  constructor(private readonly identity: Identity) {
    super();
  }

  override handleRequest<T>(error: unknown, user: unknown, _info: unknown, context: ExecutionContext): T {
    return userOr(() => this.identity.guest(requestOf(context)), error, user);
  }
}

/** Accepts only users, by bearer token or API key. @throws {AppError} UNAUTHENTICATED */
@Injectable()
class UserGuard extends AuthGuard([BEARER, API_KEY]) {
  override handleRequest<T>(error: unknown, user: unknown): T {
    return userOr(refuse(), error, user);
  }
}

/** Accepts only bearer tokens, not API keys. @throws {AppError} UNAUTHENTICATED */
@Injectable()
class BearerGuard extends AuthGuard(BEARER) {
  override handleRequest<T>(error: unknown, user: unknown): T {
    return userOr(refuse(), error, user);
  }
}

/** Accepts only valid API keys; the refusal is the same for every fault. @throws {AppError} UNAUTHENTICATED */
@Injectable()
class KeyGuard extends AuthGuard(API_KEY) {
  override handleRequest<T>(error: unknown, user: unknown): T {
    const isNoKey = error instanceof AppError && NO_KEY.has(error.code);
    return userOr(refuse({ message: KEY_NOT_FOUND }), isNoKey ? undefined : error, user);
  }
}

/** Treats every caller as a guest, by fingerprint and address. */
@Injectable()
class GuestGuard implements CanActivate {
  constructor(private readonly identity: Identity) {}

  canActivate(context: ExecutionContext): boolean {
    const request = requestOf(context);
    request.user = this.identity.guest(request);
    return true;
  }
}

/**
 * Accepts a signed link to the id in the path; a call without its token is that of another caller, if the route has others.
 *
 * @throws {AppError} NOT_FOUND or GONE for the token; UNAUTHENTICATED
 */
@Injectable()
class LinkGuard implements CanActivate {
  constructor(
    private readonly identity: Identity,
    private readonly tokens: SignedTokens,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = requestOf(context);
    const { id } = request.params as { id: string };
    const { token } = request.query as { token?: unknown };
    const route = routeOf(request.method, request.routeOptions.url);
    if (!route?.link) throw new TypeError('the route declares no purpose of its links');
    if (token === undefined && route.callers.length > 1) {
      request.user = await this.identity.identify(request);
    } else {
      this.tokens.verify(String(token), id, route.link);
      request.user = { kind: 'link' };
    }
    return true;
  }
}

/**
 * Accepts only administrators; runs after the guard that resolves the bearer token. It hides from others how a
 * request would be validated; the admin service checks in the database whether the account is still an administrator's.
 *
 * @throws {AppError} FORBIDDEN
 */
@Injectable()
class AdministratorGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { user } = requestOf(context);
    if (user?.kind !== 'user' || !user.isAdmin) throw new AppError('FORBIDDEN');
    return true;
  }
}

/** By the callers of a route, in the order of their declaration. */
const GUARDS: Readonly<Record<string, readonly Type<CanActivate>[]>> = {
  '': [],
  bearer: [BearerGuard],
  apiKey: [KeyGuard],
  guest: [GuestGuard],
  link: [LinkGuard],
  admin: [BearerGuard, AdministratorGuard],
  'bearer apiKey': [UserGuard],
  'bearer apiKey guest': [CallerGuard],
  'bearer apiKey guest link': [LinkGuard],
};

/** The guards that let exactly the callers of a route pass. @throws {TypeError} for a combination without guards */
export function guardsOf({ id, callers }: Route): readonly Type<CanActivate>[] {
  const guards = GUARDS[callers.join(' ')];
  if (!guards) throw new TypeError(`${id}: no guard for the callers ${callers.join(', ')}`);
  return guards;
}
