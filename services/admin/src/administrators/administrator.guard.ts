import { ACCOUNTS, type AccountsClient } from '@filemill/contracts';
import { parseOrThrow } from '@filemill/platform';
import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { actorSchema } from './dto.js';

/** Marks an rpc that answers a user about that user, who need not be an administrator. */
export const AllowsOwnData = Reflector.createDecorator<true>();

/**
 * Lets only administrators pass, as the database of accounts has them at this moment: no answer is remembered.
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
