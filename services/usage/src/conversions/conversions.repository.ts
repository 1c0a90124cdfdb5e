import { transaction } from '@filemill/database';
import { AppError } from '@filemill/errors';
import { TEXT_OPTIONS } from '@filemill/product';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { Conversion, conversionColumns, IS_UNFINISHED, type NewConversion } from './conversion.entity.js';

/** Identifies an owner: a user by id, or a guest by fingerprint. */
export interface OwnerKey {
  readonly kind: string;
  readonly id: string;
}

const at = (ms: number): string => new Date(ms).toISOString();

/** The files of a row without what tells them apart; null stays null. */
const INPUTS_WITHOUT_NAMES = `(
     SELECT jsonb_agg(part || '{"fileName": "", "sha256": ""}' ORDER BY place)
       FROM jsonb_array_elements(inputs) WITH ORDINALITY AS parts(part, place))`;

/** The options without texts of the user's own. */
const OPTIONS_WITHOUT_TEXTS = `options - ARRAY[${TEXT_OPTIONS.map((name) => `'${name}'`).join(', ')}]`;

/** Assignments that remove everything about a file, texts of its owner or a guest's address from a row. */
const erasedAt = (instant: string): string =>
  `original_file_name = '', options = ${OPTIONS_WITHOUT_TEXTS}, inputs = ${INPUTS_WITHOUT_NAMES}, output_key = '', owner_address = '', charged_subjects = '{}',
   erased_at = ${instant}, expires_at = least(expires_at, ${instant}),
   version = version + 1, updated_at = ${instant}`;

/**
 * SQL of the ledger, except attempts (`attempts.repository.ts`) and the statement that ends conversions
 * (`endings.repository.ts`).
 */
@Injectable()
export class ConversionsRepository {
  /** Every column under its name in {@link Conversion}. */
  private readonly columns: string;

  constructor(private readonly dataSource: DataSource) {
    this.columns = conversionColumns(dataSource);
  }

  /** Runs `work` in one transaction, and again after a deadlock, so it may only use the database. */
  transaction<T>(work: (tx: EntityManager) => Promise<T>): Promise<T> {
    return transaction(this.dataSource, work);
  }

  /**
   * Writes new rows and counts them in their users' histories.
   *
   * @returns the written rows, in any order; a row whose id exists, or whose user was erased, is missing:
   *   then roll back
   */
  insert(tx: EntityManager, rows: readonly NewConversion[]): Promise<Conversion[]> {
    const { columns } = this.dataSource.getMetadata(Conversion);
    const records = rows.map((row) => {
      const values: Record<string, unknown> = { ...row, updatedAt: row.createdAt };
      const given = columns.filter(({ propertyName }) => propertyName in values);
      return Object.fromEntries(
        given.map(({ databaseName, propertyName }) => [databaseName, values[propertyName]]),
      );
    });
    const names = Object.keys(records[0] ?? {}).join(', ');
    return tx.query(
      `WITH r AS (
         INSERT INTO conversions (${names})
         SELECT ${names} FROM jsonb_populate_recordset(NULL::conversions, $1)
         ON CONFLICT (id) DO NOTHING RETURNING *
       ), counted AS (
         INSERT INTO user_histories AS h (user_id, conversions)
         SELECT owner_id::uuid, count(*) FROM r WHERE owner_kind = 'user' GROUP BY owner_id ORDER BY owner_id
         ON CONFLICT (user_id) DO UPDATE SET conversions = h.conversions + excluded.conversions
          WHERE h.erased_at IS NULL
         RETURNING user_id
       )
       SELECT ${this.columns} FROM r
        WHERE owner_kind = 'guest' OR owner_id IN (SELECT user_id::text FROM counted)`,
      [JSON.stringify(records)],
    );
  }

  /**
   * Moves a user's latest conversions that wait in the lane, ahead of a new one, to the place of the new
   * one. Only the latest, because a user may have very many, of which few wait.
   */
  moveBack({ ownerKind, ownerId, lane, priority }: Conversion): Promise<{ id: string }[]> {
    return this.dataSource.query(
      `WITH latest AS (
         SELECT id FROM conversions WHERE owner_kind = $1 AND owner_id = $2 ORDER BY id DESC LIMIT 50
       ), moved AS (
         UPDATE conversions SET priority = $4
          WHERE id IN (SELECT id FROM latest) AND lane = $3 AND status = 'pending' AND priority < $4
         RETURNING id
       )
       SELECT id FROM moved ORDER BY id`,
      [ownerKind, ownerId, lane, priority],
    );
  }

  /** One row, if it exists and, if an owner is given, belongs to that owner. */
  async find(id: string, owner?: OwnerKey): Promise<Conversion | undefined> {
    const rows: Conversion[] = await this.dataSource.query(
      `SELECT ${this.columns} FROM conversions r
        WHERE id = $1 AND ($2::text IS NULL OR (owner_kind = $2 AND owner_id = $3))`,
      [id, owner?.kind, owner?.id],
    );
    return rows[0];
  }

  /** Like {@link find}. @throws {AppError} NOT_FOUND, for an unknown conversion and for another owner's alike */
  async get(id: string, owner?: OwnerKey): Promise<Conversion> {
    const row = await this.find(id, owner);
    if (!row) throw new AppError('NOT_FOUND', { what: 'The conversion' });
    return row;
  }

  /** Stores the priority at which an unfinished conversion is queued again. */
  async setPriority(id: string, priority: number): Promise<void> {
    await this.dataSource.query(`UPDATE conversions SET priority = $2 WHERE id = $1 AND ${IS_UNFINISHED}`, [
      id,
      priority,
    ]);
  }

  /** Deletes names and keys of an ended conversion; its links stop working. */
  async erase(id: string, owner: OwnerKey | undefined, nowMs: number): Promise<Conversion | undefined> {
    return this.queryOne(
      `UPDATE conversions SET ${erasedAt('$2')}
        WHERE id = $1 AND erased_at IS NULL AND finished_at IS NOT NULL
          AND ($3::text IS NULL OR (owner_kind = $3 AND owner_id = $4))
       RETURNING *`,
      [id, at(nowMs), owner?.kind, owner?.id],
    );
  }

  /** Deletes names and keys of up to `limit` conversions whose files are due. */
  async eraseDue(nowMs: number, limit: number): Promise<Conversion[]> {
    return this.many(
      `UPDATE conversions SET ${erasedAt('$1')}
        WHERE id IN (SELECT id FROM conversions
                      WHERE erased_at IS NULL AND erase_at <= $1 AND finished_at IS NOT NULL LIMIT $2)
       RETURNING *`,
      [at(nowMs), limit],
    );
  }

  private async queryOne(statement: string, parameters: unknown[]): Promise<Conversion | undefined> {
    return (await this.many(statement, parameters))[0];
  }

  /** Rows that a writing statement returns, with the names of {@link Conversion}. */
  private many(statement: string, parameters: unknown[]): Promise<Conversion[]> {
    return this.dataSource.query(`WITH r AS (${statement}) SELECT ${this.columns} FROM r`, parameters);
  }
}
