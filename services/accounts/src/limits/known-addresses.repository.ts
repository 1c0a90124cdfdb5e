import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

const DAY_MS = 24 * 3_600_000;
/** An address from which the owner signed in is known for this long after the last sign-in. */
const KNOWN_MS = 90 * DAY_MS;
/** Precision of the last sign-in, so that not every sign-in writes. */
const SEEN_EXACT_MS = DAY_MS;
/** Maximum for one account; the oldest addresses are deleted first. */
export const MAX_KNOWN = 50;

/** Stores from which addresses owners have signed in, as hashes only. They are deleted with their account. */
@Injectable()
export class KnownAddressesRepository {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * Whether the owner has signed in from there, and whether that was so recent that it need not be stored again. The same
   * query runs for an e-mail address without an account.
   *
   * @param pair - SHA-256 of the account's e-mail address and the network address
   */
  async find(pair: Buffer, nowMs: number): Promise<{ isKnown: boolean; isRecent: boolean }> {
    const [row]: { seenAt: Date }[] = await this.dataSource.query(
      'SELECT seen_at AS "seenAt" FROM known_addresses WHERE pair_hash = $1',
      [pair],
    );
    const agoMs = row ? nowMs - row.seenAt.getTime() : Number.POSITIVE_INFINITY;
    return { isKnown: agoMs < KNOWN_MS, isRecent: agoMs <= SEEN_EXACT_MS };
  }

  /** @param email - of the account; nothing is stored if it does not exist any more */
  async add(email: string, pair: Buffer, nowMs: number): Promise<void> {
    const added: { user_id: string }[] = await this.dataSource.query(
      `INSERT INTO known_addresses (pair_hash, user_id, seen_at)
         SELECT $2, id, $3 FROM users WHERE email = $1
       ON CONFLICT (pair_hash) DO UPDATE SET seen_at = excluded.seen_at WHERE known_addresses.seen_at < $4
       RETURNING user_id`,
      [email, pair, new Date(nowMs), new Date(nowMs - SEEN_EXACT_MS)],
    );
    for (const { user_id } of added)
      await this.dataSource.query(
        `DELETE FROM known_addresses WHERE pair_hash IN (
           SELECT pair_hash FROM known_addresses WHERE user_id = $1 ORDER BY seen_at DESC OFFSET $2)`,
        [user_id, MAX_KNOWN],
      );
  }

  /** Deletes expired addresses. */
  async purgeExpired(nowMs: number): Promise<void> {
    await this.dataSource.query('DELETE FROM known_addresses WHERE seen_at <= $1', [
      new Date(nowMs - KNOWN_MS),
    ]);
  }
}
