import { setTimeout as sleep } from 'node:timers/promises';
import { createDataSource } from '@filemill/database';
import { createLogger, createRedis } from '@filemill/platform';
import { queueName } from '@filemill/queue';
import { Queue } from 'bullmq';
import { say } from '../../deploy/local/report.mjs';
import { usageDatabase } from '../../services/usage/dist/database.js';

/** After the last answer, jobs have this long to end. */
const DRAIN_MS = 180_000;

/** Reads the ledger and the queue of pictures from outside: whether they agree, and what a conversion costs there. */
export class Stores {
  /** @param stack - running */
  static async open(stack) {
    const { DATABASE_URL, REDIS_URL } = stack.children.find(({ name }) => name === 'usage').spec.env;
    const stores = new Stores();
    stores.redis = createRedis(REDIS_URL, createLogger('load', 'error'), { enableOfflineQueue: true });
    stores.queue = new Queue(queueName('image'), { connection: stores.redis });
    stores.ledger = await createDataSource(usageDatabase, { url: DATABASE_URL, poolSize: 1 }).initialize();
    return stores;
  }

  /** Pauses the queue: no worker takes a job. */
  pause() {
    return this.queue.pause();
  }

  /** Reads the current cost counters. */
  async spent() {
    const info = await this.redis.info();
    const numberOf = (name) => Number(new RegExp(`^${name}:(\\d+)`, 'm').exec(info)?.[1]);
    const [row] = await this.ledger.query(
      `SELECT (SELECT count(*)::int FROM conversions) AS conversions,
              (SELECT sum(xact_commit)::int FROM pg_stat_database) AS commits,
              pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::bigint AS "walBytes",
              (SELECT sum(pg_total_relation_size(c.oid))::bigint FROM pg_class c
                WHERE c.relkind = 'r' AND c.relnamespace = 'usage'::regnamespace) AS "tableBytes"`,
    );
    return { ...row, commands: numberOf('total_commands_processed'), redisBytes: numberOf('used_memory') };
  }

  /** Prints what the conversions since `before` have cost each; with paused workers, up to the queue. */
  async printSpent(before) {
    const after = await this.spent();
    const count = after.conversions - before.conversions;
    if (count === 0) return;
    const each = (name) => ((after[name] - before[name]) / count).toFixed(1);
    say(
      `each of ${count} conversions: ${each('commands')} Redis commands, ${each('redisBytes')} bytes of Redis, ` +
        `${each('commits')} commits, ${each('walBytes')} bytes of WAL, ${each('tableBytes')} bytes of tables`,
    );
  }

  /**
   * Whether every accepted conversion is in the queue once, or has completed if the workers run.
   * Prints the counts.
   */
  async agree(isPaused) {
    if (!isPaused) await this.#drained();
    const jobs = await this.queue.count();
    const [{ accepted, unfinished, failed, reserved }] = await this.ledger.query(
      `SELECT count(*)::int AS accepted, count(*) FILTER (WHERE finished_at IS NULL)::int AS unfinished,
              count(*) FILTER (WHERE status = 'failed')::int AS failed,
              (SELECT coalesce(sum(used), 0)::int FROM counters WHERE category = 'unfinished'
                                                                  AND subject LIKE 'user:%') AS reserved
         FROM conversions`,
    );
    say(
      `ledger: ${accepted} accepted, ${unfinished} unfinished, ${failed} failed; jobs: ${jobs}; reserved: ${reserved}`,
    );
    return unfinished === jobs && reserved === unfinished && failed === 0;
  }

  async #drained() {
    for (const giveUpAt = Date.now() + DRAIN_MS; Date.now() < giveUpAt; await sleep(500)) {
      const sql = 'SELECT count(*)::int AS unfinished FROM conversions WHERE finished_at IS NULL';
      const [{ unfinished }] = await this.ledger.query(sql);
      if (unfinished === 0) return;
    }
  }

  async close() {
    await Promise.all([this.queue.close(), this.ledger.destroy()]);
    this.redis.disconnect();
  }
}
