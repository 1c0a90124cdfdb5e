import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { migrate } from '@filemill/local-stack';
import { aGuest } from '../../shared/people.ts';
import type { Rig } from '../rig/rig.ts';
import type { Fault, FaultContext } from './fault.ts';

/** How often an acceptance is tried whose answer is lost. */
const REPEATS = 4;

/** F11 to F13, F34: faults of Postgres, and a change of its schema. */
export const postgres: readonly Fault[] = [
  {
    id: 'F11',
    title: 'Postgres restarts again and again',
    isQuick: true,
    leavesOrphans: true,
    async run({ rig, seconds }) {
      const every = seconds(20) / 2;
      for (const end = Date.now() + 1_000 * seconds(180); Date.now() < end; await sleep(1_000 * every)) {
        // `immediate`: as if the machine had failed
        if (rig.child('postgres').alive) process.kill(rig.pidOf('postgres'), 'SIGQUIT');
      }
    },
  },
  {
    id: 'F12',
    title: 'the answer to a COMMIT is lost',
    isQuick: true,
    leavesOrphans: true,
    async run({ rig, load, files, keyHolder, expect, note }) {
      const proxy = rig.postgres.usage;
      let lost = 0;
      proxy.watch = (bytes, isFromClient, link) => {
        if (isFromClient && bytes.includes('COMMIT')) link.isLast = lost < REPEATS;
        else if (link.isLast) {
          lost += 1;
          return 'cut';
        }
        return 'pass';
      };
      const key = randomUUID();
      const ids = new Set<string>();
      for (let tries = 0; tries < 3 * REPEATS; tries++, await sleep(300)) {
        const { status, body, failure } = await load.client.submit(keyHolder, files.image[0], { key });
        // A retried upload may find its first try still running.
        const id = status === 202 ? body?.conversionId : failure.conversionId;
        if ((status === 202 || status === 409) && id) ids.add(id);
        if (status === 202 && lost >= REPEATS) break;
      }
      proxy.watch = undefined;
      expect('an answer was lost', lost > 0);
      expect('one key is one conversion', ids.size === 1, [...ids].join(' '));
      const [rows] = await rig.row(
        `SELECT count(*) FROM usage.conversions WHERE id IN ('${[...ids].join("','")}')`,
      );
      expect('and one row', rows === '1', rows);
      note(`${lost} answers lost`);
    },
  },
  {
    id: 'F13',
    title: 'a lock is held, and all database connections are in use',
    isQuick: true,
    leavesOrphans: true,
    async run(context) {
      const { rig, seconds } = context;
      const release = await holdLedger(rig);
      await Promise.all([expectHeldRefused(context), sleep(1_000 * seconds(60))]);
      await release();
    },
  },
  {
    id: 'F34',
    title: 'a column is added, old and new versions run together, and the column is dropped',
    isQuick: true,
    leavesOrphans: true,
    async run({ rig, seconds, expect }) {
      const pause = (1_000 * seconds(10)) / 3;
      await rig.sql(
        "SET lock_timeout = '2s'; ALTER TABLE usage.conversions ADD COLUMN drill text DEFAULT ''",
      );
      await rig.sql('CREATE INDEX CONCURRENTLY drill ON usage.conversions (drill)');
      await sleep(pause);
      // As in a roll-out: migrations run once more while every service is at work, then one of them starts anew.
      const { data, stack, secrets } = rig;
      await migrate({ data, ports: stack.ports, secrets });
      await rig.child('usage').stop();
      rig.child('usage').start();
      await sleep(pause);
      await rig.sql("SET lock_timeout = '2s'; ALTER TABLE usage.conversions DROP COLUMN drill");
      await sleep(pause);
      const indexes = await rig.sql("SELECT 1 FROM pg_indexes WHERE indexname = 'drill'");
      expect('the index goes with its column', indexes.length === 0);
    },
  },
];

/** Locks what every acceptance writes; again where Postgres ends a deadlock by ending this. @returns a function that releases it */
async function holdLedger(rig: Rig): Promise<() => Promise<void>> {
  for (;;) {
    const args = [...rig.psqlArgs(), '-qAt', '-v', 'ON_ERROR_STOP=1'];
    const psql = spawn('/usr/bin/psql', args, { stdio: ['pipe', 'pipe', 'ignore'] });
    const exited = once(psql, 'exit').then(() => undefined);
    psql.stdin.write("BEGIN; LOCK TABLE usage.conversions, usage.counters; SELECT 'held';\n");
    const isHeld = await Promise.race([once(psql.stdout, 'data'), exited]);
    if (!isHeld) continue;
    return () => {
      psql.stdin.end('ROLLBACK;\n');
      return exited;
    };
  }
}

/** More parallel requests than the pool and its queue can hold: each gets 503 soon, and none gets an internal error. */
async function expectHeldRefused({ client, files, expect }: FaultContext): Promise<void> {
  const startedAt = Date.now();
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => client.submit(aGuest(), files.image[0])),
  );
  const statuses = [...new Set(answers.map(({ status }) => status))];
  expect(
    'a caller who cannot be served gets 503',
    statuses.every((status) => status === 503 || status === 202),
    statuses.join(' '),
  );
  expect('within seconds', Date.now() - startedAt < 10_000, `${Date.now() - startedAt} ms`);
}
