import { parseOrThrow } from '@filemill/platform';
import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import { ACCOUNTS, type AccountsClient } from '../clients/clients.js';
import { actorSchema } from './dto.js';

/**
 * Lets only administrators pass, as the database of accounts has them at this moment: no answer is remembered.
 *
 * @throws {AppError} FORBIDDEN
 */
@Injectable()
export class AdministratorGuard implements CanActivate {
  constructor(@Inject(ACCOUNTS) private readonly accounts: AccountsClient) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const { actorUserId } = parseOrThrow(actorSchema, context.switchToRpc().getData());
    await this.accounts.requireAdmin({ userId: actorUserId });
    return true;
  }
}
