import { transaction } from '@filemill/database';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type Conversion, conversionColumns } from '../conversions/conversion.entity.js';
import { isUnleased, LEASE_START } from '../conversions/lifetime.js';
import { addFailedWork, subjectsOverFailedWorkLimit } from '../lanes/failed-work.repository.js';

/** Tries of a conversion: a failure of the second one is final, and so is a third claim after two lost ones. */
export const MAX_TRIES = 2;

/** A worker's request for an attempt. A repeated call with the same token is the same claim. */
export interface Claim {
  readonly id: string;
  readonly token: string;
  readonly nowMs: number;
}

/** A conversion whose attempt was not granted immediately, and the possible reasons. */
export interface ClaimCandidate {
  readonly row: Conversion;
  /** Remaining lease of the current attempt; 0 if there is none. */
  readonly leaseLeftMs: number;
  /** Its subjects whose failed work exceeds the limit of the hour. */
  readonly subjectsOverLimit: string[];
}

const at = (ms: number): string => new Date(ms).toISOString();

const GRANT = `status = 'converting', attempt = c.attempt + 1, tries = tries + 1, claim_token = $3, version = version + 1,
  updated_at = $2, claimed_at = now(), checked_at = now()`;
const CAN_BE_GRANTED = `tries < ${MAX_TRIES} AND deadline_at > $2 AND claim_token IS DISTINCT FROM $3`;

/** SQL of attempts: which worker has a conversion, since when, and whether the attempt is alive. */
@Injectable()
export class AttemptsRepository {
  private readonly columns: string;

  constructor(private readonly dataSource: DataSource) {
    this.columns = conversionColumns(dataSource);
  }

  /** Grants the next attempt of a waiting conversion before its deadline, if no subject has too much failed work. */
  async grantWaiting({ id, token, nowMs }: Claim): Promise<Conversion | undefined> {
    return this.queryOne(
      `WITH r AS (
         UPDATE conversions c SET ${GRANT}
          WHERE id = $1 AND status = 'pending' AND ${CAN_BE_GRANTED}
            AND NOT EXISTS (${subjectsOverFailedWorkLimit('c.charged_subjects', '$2')})
         RETURNING *
       ) SELECT ${this.columns} FROM r`,
      [id, at(nowMs), token],
    );
  }

  /** Finds the row of which an earlier call of this claim got the current attempt, and extends the lease. */
  async renewClaimed({ id, token, nowMs }: Claim): Promise<Conversion | undefined> {
    return this.queryOne(
      `WITH r AS (
         UPDATE conversions SET checked_at = now()
          WHERE id = $1 AND claim_token = $2 AND status = 'converting' AND deadline_at > $3
         RETURNING *
       ) SELECT ${this.columns} FROM r`,
      [id, token, at(nowMs)],
    );
  }

  /** Reads a conversion and the reasons why its next attempt may not be granted. */
  async findCandidate(id: string, nowMs: number): Promise<ClaimCandidate | undefined> {
    const [found]: (Conversion & Omit<ClaimCandidate, 'row'>)[] = await this.dataSource.query(
      `SELECT ${this.columns}, ARRAY(${subjectsOverFailedWorkLimit('r.charged_subjects', '$2')}) AS "subjectsOverLimit",
              CASE WHEN status = 'converting'
                   THEN greatest(0, ceil(1000 * extract(epoch FROM checked_at - ${LEASE_START})))::int
                   ELSE 0 END AS "leaseLeftMs"
         FROM conversions r WHERE id = $1`,
      [id, at(nowMs)],
    );
    if (!found) return undefined;
    const { subjectsOverLimit, leaseLeftMs, ...row } = found;
    return { row, subjectsOverLimit, leaseLeftMs: leaseLeftMs ?? 0 };
  }

  /**
   * Grants the next attempt of a waiting conversion, or of one whose attempt has lost its lease. The work of the lost
   * attempt is counted as failed. A subject over its limit runs one conversion at a time.
   */
  async grantCandidate(
    { id, token, nowMs }: Claim,
    { row, subjectsOverLimit }: ClaimCandidate,
  ): Promise<Conversion | undefined> {
    return transaction(this.dataSource, async (tx) => {
      // Serialises the claims of each subject over its limit, so that each claim sees the result of the one before.
      await tx.query(
        `SELECT pg_advisory_xact_lock(hashtextextended(subject, 0))
           FROM (SELECT subject FROM unnest($1::text[]) AS s(subject) ORDER BY subject) AS s`,
        [subjectsOverLimit],
      );
      const granted: Conversion[] = await tx.query(
        `WITH before AS (
           SELECT id, status, charged_subjects, claimed_at, checked_at FROM conversions
            WHERE id = $1 AND attempt = $4 FOR UPDATE
         ), r AS (
           UPDATE conversions c SET ${GRANT}
             FROM before b
            WHERE c.id = b.id AND ${CAN_BE_GRANTED}
              AND (c.status = 'pending' OR (c.status = 'converting' AND ${isUnleased('c')}))
              AND NOT EXISTS (
                    SELECT FROM conversions o
                     WHERE o.status = 'converting' AND o.id <> $1 AND o.charged_subjects && $5::text[]
                       AND o.checked_at > ${LEASE_START})
           RETURNING c.*
         ), lost AS (
           SELECT date_trunc('hour', $2::timestamptz, 'UTC') AS hour, s.subject,
                  1000 * extract(epoch FROM b.checked_at - b.claimed_at) AS engine_ms
             FROM before b JOIN r USING (id) CROSS JOIN LATERAL unnest(b.charged_subjects) AS s(subject)
            WHERE b.status = 'converting'
         ), counted AS (${addFailedWork('lost')})
         SELECT ${this.columns} FROM r`,
        [id, at(nowMs), token, row.attempt, subjectsOverLimit],
      );
      return granted[0];
    });
  }

  /**
   * Extends the lease of an attempt.
   *
   * @returns false if it is not the current attempt of an unfinished conversion before its deadline
   */
  async renew(id: string, attempt: number, nowMs: number): Promise<boolean> {
    const rows: unknown[] = await this.dataSource.query(
      `WITH r AS (
         UPDATE conversions SET checked_at = now()
          WHERE id = $1 AND attempt = $2 AND status = 'converting' AND deadline_at > $3
         RETURNING id
       ) SELECT FROM r`,
      [id, attempt, at(nowMs)],
    );
    return rows.length > 0;
  }

  /** Makes a conversion pending again after an attempt that does not count. */
  async returnAttempt(id: string, attempt: number, nowMs: number): Promise<Conversion | undefined> {
    return this.queryOne(
      `WITH r AS (
         UPDATE conversions
            SET status = 'pending', tries = tries - 1, claimed_at = NULL, version = version + 1, updated_at = $3
          WHERE id = $1 AND attempt = $2 AND status = 'converting'
         RETURNING *
       ) SELECT ${this.columns} FROM r`,
      [id, attempt, at(nowMs)],
    );
  }

  /** Makes a conversion pending again after a failure, if a try is left, and counts the failed work. */
  async allowRetry(
    id: string,
    attempt: number,
    nowMs: number,
    engineMs: number,
  ): Promise<Conversion | undefined> {
    return this.queryOne(
      `WITH r AS (
         UPDATE conversions
            SET status = 'pending', claimed_at = NULL, version = version + 1, updated_at = $3
          WHERE id = $1 AND attempt = $2 AND status = 'converting'
            AND tries < ${MAX_TRIES} AND deadline_at > $3
         RETURNING *
       ), failed AS (
         SELECT date_trunc('hour', $3::timestamptz, 'UTC') AS hour, s.subject, $4::bigint AS engine_ms
           FROM r CROSS JOIN LATERAL unnest(r.charged_subjects) AS s(subject)
       ), counted AS (${addFailedWork('failed')})
       SELECT ${this.columns} FROM r`,
      [id, attempt, at(nowMs), engineMs],
    );
  }

  private async queryOne(statement: string, parameters: unknown[]): Promise<Conversion | undefined> {
    const rows: Conversion[] = await this.dataSource.query(statement, parameters);
    return rows[0];
  }
}
