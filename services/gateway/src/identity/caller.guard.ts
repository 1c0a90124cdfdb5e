import { AppError, type Code, type ErrorParams } from '@filemill/errors';
import { type CanActivate, createParamDecorator, type ExecutionContext, Injectable } from '@nestjs/common';
import { AuthGuard } from '@nestjs/passport';
import type { FastifyRequest } from 'fastify';
import type { Caller, UserCaller } from './caller.js';
import { KEY_NOT_FOUND } from './credentials.js';
import { IdentityService } from './identity.service.js';
import { API_KEY, BEARER } from './strategies.js';

/** Property in which passport stores the caller. */
type IdentifiedRequest = FastifyRequest & { user?: Caller };

const requestOf = (context: ExecutionContext): IdentifiedRequest =>
  context.switchToHttp().getRequest<IdentifiedRequest>();

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
export class CallerGuard extends AuthGuard([BEARER, API_KEY]) {
  constructor(private readonly identity: IdentityService) {
    super();
  }

  override handleRequest<T>(error: unknown, user: unknown, _info: unknown, context: ExecutionContext): T {
    return userOr(() => this.identity.guest(requestOf(context)), error, user);
  }
}

/** Accepts only users, by bearer token or API key. @throws {AppError} UNAUTHENTICATED */
@Injectable()
export class UserGuard extends AuthGuard([BEARER, API_KEY]) {
  override handleRequest<T>(error: unknown, user: unknown): T {
    return userOr(refuse(), error, user);
  }
}

/** Accepts only bearer tokens, not API keys. @throws {AppError} UNAUTHENTICATED */
@Injectable()
export class BearerGuard extends AuthGuard(BEARER) {
  override handleRequest<T>(error: unknown, user: unknown): T {
    return userOr(refuse(), error, user);
  }
}

/** Accepts only valid API keys; the refusal is the same for every fault. @throws {AppError} UNAUTHENTICATED */
@Injectable()
export class KeyGuard extends AuthGuard(API_KEY) {
  override handleRequest<T>(error: unknown, user: unknown): T {
    const isNoKey = error instanceof AppError && NO_KEY.has(error.code);
    return userOr(refuse({ message: KEY_NOT_FOUND }), isNoKey ? undefined : error, user);
  }
}

/** Treats every caller as a guest, by fingerprint and address. */
@Injectable()
export class GuestGuard implements CanActivate {
  constructor(private readonly identity: IdentityService) {}

  canActivate(context: ExecutionContext): boolean {
    const request = requestOf(context);
    request.user = this.identity.guest(request);
    return true;
  }
}

/** The caller that the route's guard resolved. */
export const CurrentCaller = createParamDecorator((_data: unknown, context: ExecutionContext): Caller => {
  const { user } = requestOf(context);
  if (!user) throw new TypeError('The route has no guard that resolves its caller');
  return user;
});

/** The same on a route whose guard accepts only users. */
export const CurrentUser = createParamDecorator((_data: unknown, context: ExecutionContext): UserCaller => {
  const { user } = requestOf(context);
  if (user?.kind !== 'user') throw new TypeError('The route has no guard that lets only users pass');
  return user;
});
