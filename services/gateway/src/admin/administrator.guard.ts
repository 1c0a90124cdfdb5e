import { AppError } from '@filemill/errors';
import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Caller } from '../identity/caller.js';

/**
 * Accepts only administrators; runs after the guard that resolves the bearer token. It hides from others how a
 * request would be validated; the admin service checks the database
 * whether the account is still an administrator's.
 *
 * @throws {AppError} FORBIDDEN
 */
@Injectable()
export class AdministratorGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { user } = context.switchToHttp().getRequest<{ user?: Caller }>();
    if (user?.kind !== 'user' || !user.isAdmin) throw new AppError('FORBIDDEN');
    return true;
  }
}
