import { randomBytes } from 'node:crypto';
import { newId } from '@filemill/platform';
import type { DataSource } from 'typeorm';
import { ApiKeysRepository } from '../api-keys/api-keys.repository.js';
import { OutboxRepository } from '../outbox/outbox.repository.js';
import { hashPassword } from '../passwords/argon2.js';
import { ResetsRepository } from '../resets/resets.repository.js';
import { SessionsRepository } from '../sessions/sessions.repository.js';
import { UsersRepository } from '../users/users.repository.js';

/** 144 bits, 24 characters. */
const PASSWORD_BYTES = 18;
const MAX_NAME_LENGTH = 64;

/** What {@link makeAdmin} did. */
interface MakeAdminResult {
  readonly userId: string;
  /** Printed once and stored nowhere. */
  readonly password: string;
  /** Whether the account is new. */
  readonly isNew: boolean;
}

/**
 * Makes the owner of an e-mail address an administrator with a new password, and an account if there is none. All
 * earlier access ends: sessions, reset links and the API key (an owner on Pro can make a new one). A suspension is
 * lifted.
 *
 * @param email - in lower case
 */
export async function makeAdmin(
  dataSource: DataSource,
  email: string,
  nowMs: number,
): Promise<MakeAdminResult> {
  const password = randomBytes(PASSWORD_BYTES).toString('base64url');
  const passwordHash = await hashPassword(password);
  const users = new UsersRepository(dataSource);
  return users.transaction(async (tx) => {
    const known = await users.findByEmail(email, tx);
    const username = email.slice(0, email.indexOf('@')).slice(0, MAX_NAME_LENGTH);
    const createdAt = new Date(nowMs);
    const language = 'en' as const;
    const values = { id: newId(nowMs), email, username, passwordHash, language, createdAt };
    const { id } = known ?? (await users.add(values, tx));
    await users.makeAdmin(id, tx);
    await users.setPasswordHash(id, passwordHash, tx);
    await new SessionsRepository(dataSource).endAll(id, tx);
    await new ResetsRepository(dataSource).remove(id, tx);
    await new ApiKeysRepository(dataSource).remove(id, tx);
    await users.setSuspended(id, null, tx);
    await new OutboxRepository(dataSource).withdrawSuspension(id, tx);
    return { userId: id, password, isNew: known === null };
  });
}
