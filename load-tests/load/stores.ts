import { setTimeout as sleep } from 'node:timers/promises';
import { createDataSource } from '@filemill/database';
import { databaseUrl, loadSecrets, type Stack, say, secretOf } from '@filemill/local-stack';
import { createLogger, createRedis } from '@filemill/platform';
import { queueName } from '@filemill/queue';
import { Queue } from 'bullmq';

/** After the last answer, jobs have this long to end. */
const DRAIN_MS = 180_000;

/** Counters that grow with each conversion. */
interface Spent {
  readonly conversions: number;
  readonly commits: number;
  readonly walBytes: number;
  readonly tableBytes: number;
  /** Commands of Redis. */
  readonly commands: number;
  readonly redisBytes: number;
}

/** Conversions in the ledger. */
interface Counts {
  readonly accepted: number;
  readonly unfinished: number;
  readonly failed: number;
  /** Counted as unfinished for users. */
  readonly reserved: number;
}

/** Reads the ledger and the queue of pictures from outside: whether they agree, and what a conversion costs there. */
export class Stores {
  readonly #redis: ReturnType<typeof createRedis>;
  readonly #queue: Queue;
  readonly #ledger: ReturnType<typeof createDataSource>;

  private constructor({ data, ports }: Stack) {
    const secrets = loadSecrets(data);
    const url = `redis://:${secretOf(secrets, 'redis')}@127.0.0.1:${ports.redis}`;
    this.#redis = createRedis(url, createLogger('load', 'error'), { enableOfflineQueue: true });
    this.#queue = new Queue(queueName('image'), { connection: this.#redis });
    const tables = { schema: 'usage', entities: [], migrations: [] };
    this.#ledger = createDataSource(tables, { url: databaseUrl('usage', ports, secrets), poolSize: 1 });
  }

  /** @param stack - running */
  static async open(stack: Stack): Promise<Stores> {
    const stores = new Stores(stack);
    await stores.#ledger.initialize();
    return stores;
  }

  /** Pauses the queue: no worker takes a job. */
  pause(): Promise<void> {
    return this.#queue.pause();
  }

  /** Reads the current cost counters. */
  async spent(): Promise<Spent> {
    const info = await this.#redis.info();
    const numberOf = (name: string): number => Number(new RegExp(`^${name}:(\\d+)`, 'm').exec(info)?.[1]);
    const [row]: Omit<Spent, 'commands' | 'redisBytes'>[] = await this.#ledger.query(
      `SELECT (SELECT count(*)::int FROM conversions) AS conversions,
              (SELECT sum(xact_commit)::int FROM pg_stat_database) AS commits,
              pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::bigint AS "walBytes",
              (SELECT sum(pg_total_relation_size(c.oid))::bigint FROM pg_class c
                WHERE c.relkind = 'r' AND c.relnamespace = 'usage'::regnamespace) AS "tableBytes"`,
    );
    if (!row) throw new Error('the ledger gave no counters');
    return { ...row, commands: numberOf('total_commands_processed'), redisBytes: numberOf('used_memory') };
  }

  /** Prints what the conversions since `before` have cost each; with paused workers, up to the queue. */
  async printSpent(before: Spent): Promise<void> {
    const after = await this.spent();
    const count = after.conversions - before.conversions;
    if (count === 0) return;
    const each = (name: keyof Spent): string => ((after[name] - before[name]) / count).toFixed(1);
    say(
      `each of ${count} conversions: ${each('commands')} Redis commands, ${each('redisBytes')} bytes of Redis, ` +
        `${each('commits')} commits, ${each('walBytes')} bytes of WAL, ${each('tableBytes')} bytes of tables`,
    );
  }

  /**
   * Whether every accepted conversion is in the queue once, or has completed if the workers run.
   * Prints the counts.
   */
  async agree(isPaused: boolean): Promise<boolean> {
    if (!isPaused) await this.#drained();
    const jobs = await this.#queue.count();
    const [counts]: Counts[] = await this.#ledger.query(
      `SELECT count(*)::int AS accepted, count(*) FILTER (WHERE finished_at IS NULL)::int AS unfinished,
              count(*) FILTER (WHERE status = 'failed')::int AS failed,
              (SELECT coalesce(sum(used), 0)::int FROM counters WHERE category = 'unfinished'
                                                                  AND subject LIKE 'user:%') AS reserved
         FROM conversions`,
    );
    if (!counts) throw new Error('the ledger gave no counts');
    const { accepted, unfinished, failed, reserved } = counts;
    say(
      `ledger: ${accepted} accepted, ${unfinished} unfinished, ${failed} failed; jobs: ${jobs}; reserved: ${reserved}`,
    );
    return unfinished === jobs && reserved === unfinished && failed === 0;
  }

  async #drained(): Promise<void> {
    for (const giveUpAt = Date.now() + DRAIN_MS; Date.now() < giveUpAt; await sleep(500)) {
      const sql = 'SELECT count(*)::int AS unfinished FROM conversions WHERE finished_at IS NULL';
      const [row]: { unfinished: number }[] = await this.#ledger.query(sql);
      if (row?.unfinished === 0) return;
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.#queue.close(), this.#ledger.destroy()]);
    this.#redis.disconnect();
  }
}
