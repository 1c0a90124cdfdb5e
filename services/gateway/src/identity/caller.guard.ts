import { AppError } from '@filemill/errors';
import { type CanActivate, createParamDecorator, type ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Caller } from './caller.js';
import { IdentityService } from './identity.service.js';

/** Requests whose caller a guard has resolved. */
const callers = new WeakMap<FastifyRequest, Caller>();

/** Resolves the caller of a route that guests and users share. */
@Injectable()
export class CallerGuard implements CanActivate {
  constructor(private readonly identity: IdentityService) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    callers.set(request, await this.identity.identify(request));
    return true;
  }
}

/** Lets only users pass. @throws {AppError} UNAUTHENTICATED */
@Injectable()
export class UserGuard extends CallerGuard {
  override async canActivate(context: ExecutionContext): Promise<boolean> {
    await super.canActivate(context);
    if (callers.get(context.switchToHttp().getRequest())?.kind !== 'user')
      throw new AppError('UNAUTHENTICATED');
    return true;
  }
}

/** Takes every caller as a guest, by fingerprint and address. */
@Injectable()
export class GuestGuard implements CanActivate {
  constructor(private readonly identity: IdentityService) {}

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    callers.set(request, this.identity.guest(request));
    return true;
  }
}

/** The caller that the route's guard resolved. */
export const CurrentCaller = createParamDecorator((_data: unknown, context: ExecutionContext): Caller => {
  const caller = callers.get(context.switchToHttp().getRequest());
  if (!caller) throw new TypeError('The route has no guard that resolves its caller');
  return caller;
});
