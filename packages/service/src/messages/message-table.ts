import type { DataSource, EntityManager } from 'typeorm';

/** Table and columns of messages. Beside these columns the table has `id` and `attempts`. */
interface MessageColumns<M> {
  readonly table: string;
  /** Column of each field of a message. */
  readonly fields: Readonly<Record<keyof M, string>>;
  /** Values that all these messages have in common, where a table holds others as well. */
  readonly only?: Readonly<Record<string, string>>;
  readonly storedAt: string;
  /** When a message may be claimed: it holds the end of a lease or of a pause, too. */
  readonly dueAt: string;
  /** When a message was done; without this column, messages that are done are deleted. */
  readonly doneAt?: string;
  /** Column by which due messages are ordered for the next claim. */
  readonly claimOrder: string;
  /** Messages with the same subject are claimed one after the other, in the order of a column. */
  readonly sequence?: { readonly subject: string; readonly by: string };
}

/** Key of a message in its table. */
export type MessageId = string | number;

/** A message of a table. */
export type StoredMessage<M> = M & {
  readonly id: MessageId;
  /** How often it was claimed, this time included. */
  readonly attempts: number;
  readonly storedAt: Date;
};

/** Messages that are not done. */
export interface Backlog {
  readonly count: number;
  /** Age of the oldest; 0 without one. */
  readonly ageSeconds: number;
}

/**
 * Messages that are stored in the transaction that decided them, and processed afterwards. A claimed message has a
 * lease: if its process dies, it becomes due again.
 */
export class MessageTable<M extends object> {
  private readonly columns: [keyof M & string, string][];

  constructor(
    private readonly dataSource: DataSource,
    private readonly settings: MessageColumns<M>,
  ) {
    this.columns = Object.entries(settings.fields) as [keyof M & string, string][];
  }

  /**
   * Stores a message.
   *
   * @param dueAt - it is claimed no earlier
   * @returns false if a message with its id is already stored
   */
  async add(message: M, storedAt: Date, tx?: EntityManager, dueAt = storedAt): Promise<boolean> {
    const { settings } = this;
    const values: (readonly [column: string, value: unknown])[] = [
      ...Object.entries(settings.only ?? {}),
      ...this.columns.map(([field, column]) => [column, message[field]] as const),
      [settings.storedAt, storedAt],
      [settings.dueAt, dueAt],
    ];
    const rows: unknown[] = await (tx ?? this.dataSource.manager).query(
      `INSERT INTO ${settings.table} (${values.map(([column]) => column).join(', ')})
       VALUES (${values.map((_, index) => `$${index + 1}`).join(', ')})
       ON CONFLICT (id) DO NOTHING RETURNING id`,
      values.map(([, value]) => value),
    );
    return rows.length > 0;
  }

  /** Claims up to `limit` messages that were due at an instant. No other process can claim them before the lease ends. */
  claim(limit: number, dueAt: Date, leaseUntil: Date): Promise<StoredMessage<M>[]> {
    const { table, sequence, claimOrder, storedAt, dueAt: due } = this.settings;
    const isFirst = sequence
      ? `AND NOT EXISTS (
           SELECT FROM ${table} AS older
            WHERE ${this.openCondition('older')} AND older.${sequence.subject} = m.${sequence.subject}
              AND older.${sequence.by} < m.${sequence.by})`
      : '';
    const fields = this.columns.map(([field, column]) => `${column} AS "${field}"`);
    return this.dataSource.query(
      // Materialized: otherwise the limit would hold for each row that it is compared with.
      `WITH due AS MATERIALIZED (
         SELECT m.id FROM ${table} AS m
          WHERE ${this.openCondition('m')} AND m.${due} <= $2 ${isFirst}
          ORDER BY m.${claimOrder}, m.id LIMIT $1 FOR UPDATE SKIP LOCKED
       ), claimed AS (
         UPDATE ${table} SET attempts = attempts + 1, ${due} = $3
          WHERE id IN (SELECT id FROM due)
         RETURNING *)
       SELECT id, attempts, ${storedAt} AS "storedAt", ${fields.join(', ')} FROM claimed`,
      [limit, dueAt, leaseUntil],
    );
  }

  /** Marks messages as done; in the transaction of their work, if there is one. */
  async finish(ids: readonly MessageId[], doneAt: Date, tx?: EntityManager): Promise<void> {
    const { table, doneAt: column } = this.settings;
    const manager = tx ?? this.dataSource.manager;
    if (column) await manager.query(`UPDATE ${table} SET ${column} = $2 WHERE id = ANY ($1)`, [ids, doneAt]);
    else await manager.query(`DELETE FROM ${table} WHERE id = ANY ($1)`, [ids]);
  }

  /** Makes messages due no earlier than an instant. */
  async postpone(ids: readonly MessageId[], dueAt: Date): Promise<void> {
    const { table, dueAt: column } = this.settings;
    await this.dataSource.query(`UPDATE ${table} SET ${column} = $2 WHERE id = ANY ($1)`, [ids, dueAt]);
  }

  /** Removes all messages with these values, done or not. */
  async remove(where: Partial<M>, tx: EntityManager): Promise<void> {
    const { table, only = {}, fields } = this.settings;
    const given = Object.entries(where) as [keyof M, unknown][];
    const wanted: (readonly [column: string, value: unknown])[] = [
      ...Object.entries(only),
      ...given.map(([field, value]) => [fields[field], value] as const),
    ];
    const conditions = wanted.map(([column], index) => `${column} = $${index + 1}`);
    await tx.query(
      `DELETE FROM ${table} WHERE ${conditions.join(' AND ')}`,
      wanted.map(([, value]) => value),
    );
  }

  /** Removes up to `limit` messages that were done before an instant. @returns how many */
  async purge(before: Date, limit: number): Promise<number> {
    const { table, doneAt } = this.settings;
    if (!doneAt) return 0;
    const rows: unknown[] = await this.dataSource.query(
      `WITH old AS MATERIALIZED (SELECT id FROM ${table} WHERE ${doneAt} < $1 LIMIT $2),
            purged AS (DELETE FROM ${table} WHERE id IN (SELECT id FROM old) RETURNING id)
       SELECT FROM purged`,
      [before, limit],
    );
    return rows.length;
  }

  /** Number and age of the messages that are not done. */
  async backlog(nowMs: number): Promise<Backlog> {
    const { table, storedAt } = this.settings;
    const [row]: [{ count: number; oldestAt: Date | null }] = await this.dataSource.query(
      `SELECT count(*)::int AS count, min(${storedAt}) AS "oldestAt" FROM ${table} AS m WHERE ${this.openCondition('m')}`,
    );
    const ageMs = row.oldestAt ? Math.max(0, nowMs - row.oldestAt.getTime()) : 0;
    return { count: row.count, ageSeconds: ageMs / 1_000 };
  }

  /** The condition of a message that is not done. */
  private openCondition(alias: string): string {
    const { only = {}, doneAt } = this.settings;
    const conditions = Object.entries(only).map(([column, value]) => `${alias}.${column} = '${value}'`);
    if (doneAt) conditions.push(`${alias}.${doneAt} IS NULL`);
    return conditions.join(' AND ') || 'true';
  }
}
