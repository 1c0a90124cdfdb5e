import { ACCOUNTS, type AccountsClient } from '@filemill/contracts';
import { parseOrThrow } from '@filemill/platform';
import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { actorSchema } from '../dto.js';

/** Marks an rpc in which a user, who need not be an administrator, reads their own data. */
export const AllowsOwnData = Reflector.createDecorator<true>();

/**
 * Accepts only administrators, according to the current database of accounts: no answer is cached.
 *
 * @throws {AppError} FORBIDDEN
 */
@Injectable()
export class AdministratorGuard implements CanActivate {
  constructor(
    @Inject(ACCOUNTS) private readonly accounts: AccountsClient,
    private readonly reflector: Reflector,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    if (this.reflector.get(AllowsOwnData, context.getHandler())) return true;
    const { actorUserId } = parseOrThrow(actorSchema, context.switchToRpc().getData());
    await this.accounts.requireAdmin({ userId: actorUserId });
    return true;
  }
}
