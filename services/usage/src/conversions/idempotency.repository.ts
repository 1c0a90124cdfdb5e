import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';

/** How long a key is kept after its conversion was accepted. */
const KEY_LIFE_MS = 24 * 3_600_000;

/** A user's key, and its request. */
interface IdempotencyClaim {
  readonly userId: string;
  readonly key: string;
  /** SHA-256 of the request. */
  readonly requestHash: Uint8Array;
}

/** What is stored about a claimed key. */
interface ClaimedKey {
  readonly requestHash: Uint8Array;
  readonly conversionId: string;
}

const at = (ms: number): string => new Date(ms).toISOString();

/** SQL of the idempotency keys. */
@Injectable()
export class IdempotencyRepository {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * Claims a key in the transaction that accepts its conversion. A second request with the key
   * waits here until the first has committed (then the second is refused) or was refused (then the second gets the key).
   *
   * @returns false if another conversion has it
   */
  async claim(
    tx: EntityManager,
    { userId, key, requestHash }: IdempotencyClaim,
    conversionId: string,
    nowMs: number,
  ): Promise<boolean> {
    const rows: unknown[] = await tx.query(
      `WITH claimed AS (
         INSERT INTO idempotency_keys AS k (user_id, key, request_hash, conversion_id, created_at)
         VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (user_id, key) DO UPDATE
            SET request_hash = excluded.request_hash, conversion_id = excluded.conversion_id,
                created_at = excluded.created_at
          WHERE k.created_at <= $6
         RETURNING key
       ) SELECT FROM claimed`,
      [userId, key, Buffer.from(requestHash), conversionId, at(nowMs), at(nowMs - KEY_LIFE_MS)],
    );
    return rows.length > 0;
  }

  /** The conversion of a key; undefined if the key is unknown or expired. */
  async find(userId: string, key: string, nowMs: number): Promise<ClaimedKey | undefined> {
    const rows: ClaimedKey[] = await this.dataSource.query(
      `SELECT request_hash AS "requestHash", conversion_id AS "conversionId"
         FROM idempotency_keys WHERE user_id = $1 AND key = $2 AND created_at > $3`,
      [userId, key, at(nowMs - KEY_LIFE_MS)],
    );
    return rows[0];
  }

  /** Deletes up to `limit` expired keys. @returns their number */
  async purge(nowMs: number, limit: number): Promise<number> {
    const rows: unknown[] = await this.dataSource.query(
      `WITH purged AS (
         DELETE FROM idempotency_keys
          WHERE (user_id, key) IN
                (SELECT user_id, key FROM idempotency_keys WHERE created_at <= $1 LIMIT $2)
            AND created_at <= $1
         RETURNING key
       ) SELECT FROM purged`,
      [at(nowMs - KEY_LIFE_MS), limit],
    );
    return rows.length;
  }
}
