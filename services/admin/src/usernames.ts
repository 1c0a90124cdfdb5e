import { ACCOUNTS, type AccountsClient } from '@filemill/contracts';
import { Inject, Injectable } from '@nestjs/common';

/** Current names of users. */
@Injectable()
export class Usernames {
  constructor(@Inject(ACCOUNTS) private readonly accounts: AccountsClient) {}

  /**
   * @param userIds - at most 500 different ones; duplicates count once
   * @returns name by id; unknown and deleted users are omitted
   */
  async byUserId(userIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const wanted = [...new Set(userIds)];
    if (wanted.length === 0) return new Map();
    const { users } = await this.accounts.getUsers({ userIds: wanted });
    return new Map(users.map(({ id, username }) => [id, username]));
  }
}
