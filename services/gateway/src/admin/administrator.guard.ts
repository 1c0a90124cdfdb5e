import { AppError } from '@filemill/errors';
import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Caller } from '../identity/caller.js';

/**
 * Lets only administrators pass; stands behind the guard that resolves the bearer. It keeps others from learning what a
 * call would have made of their request; that the account still is an administrator's, the admin service asks the
 * database.
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
