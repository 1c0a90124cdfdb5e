import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { ledgerFaults } from '../../../services/usage/test/ledger-faults.ts';
import type { Rig } from '../rig/rig.ts';
import { answerFaults } from './answer-checks.ts';
import { processFaults, storeFaults } from './leftover-checks.ts';

/** How a violation is planted, removed and found. */
interface Violation {
  plant(): unknown;
  remove(): unknown;
  find(): boolean | Promise<boolean>;
}

/**
 * Creates one violation of each invariant and removes it again: a check that finds nothing is only useful if it can find
 * something.
 *
 * @param rig - with at least one completed conversion
 * @returns what was planted and not found
 */
export async function whatTheChecksMiss(rig: Rig): Promise<string[]> {
  const [id = '', key = ''] = await rig.row(
    "SELECT id, output_key FROM usage.conversions WHERE status = 'completed' AND erased_at IS NULL LIMIT 1",
  );
  const change = (column: string, by: number) =>
    rig.sql(`UPDATE usage.conversions SET ${column} = ${column} + ${by} WHERE id = '${id}'`);
  const orphan = `${key.slice(0, 16)}/${randomUUID()}/output-1`;
  const violations: Record<string, Violation> = {
    'an object without a row': {
      plant: () => rig.store.put(orphan, Readable.from([Buffer.from('left behind')])),
      remove: () => rig.store.delete([orphan]),
      find: async () => (await storeFaults(rig)).includes(`orphan ${orphan}`),
    },
    'an output of another size': {
      plant: () => change('converted_size_bytes', 1),
      remove: () => change('converted_size_bytes', -1),
      find: async () => (await storeFaults(rig)).some((fault) => fault.startsWith(key)),
    },
    'a counter that is too high': {
      plant: () => rig.sql("UPDATE usage.counters SET used = used + 1 WHERE category = 'total'"),
      remove: () => rig.sql("UPDATE usage.counters SET used = used - 1 WHERE category = 'total'"),
      find: async () => (await ledgerFaults(rig)).some((fault) => fault.startsWith('total of')),
    },
    'a total that is too high': {
      plant: () => rig.sql('UPDATE usage.daily_totals SET conversions = conversions + 1'),
      remove: () => rig.sql('UPDATE usage.daily_totals SET conversions = conversions - 1'),
      find: async () => (await ledgerFaults(rig)).some((fault) => fault.startsWith('totals of')),
    },
    'a process without a worker': strayProcess(rig),
    'an answer that is not allowed': {
      plant: () => undefined,
      remove: () => undefined,
      find: () => answerFaults([lateError], { beganAt: 0, liftedAt: 1, cutsAnswers: false }).length === 1,
    },
  };
  const missed: string[] = [];
  for (const [what, { plant, remove, find }] of Object.entries(violations)) {
    await plant();
    if (!(await find())) missed.push(what);
    await remove();
  }
  return missed;
}

const lateError = { at: 60_000, ms: 5, what: 'GET /', status: 503, retryAfter: '1', code: 'unavailable' };

function strayProcess(rig: Rig): Violation {
  let stray: ChildProcess | undefined;
  return {
    plant() {
      const args = ['-e', 'setTimeout(() => {}, 30_000)', `${rig.data}/work/stray`];
      stray = spawn(process.execPath, args, { stdio: 'ignore' });
      return once(stray, 'spawn');
    },
    remove() {
      if (!stray) return;
      const exited = once(stray, 'exit');
      stray.kill('SIGKILL');
      return exited;
    },
    find: () => processFaults(rig).some((fault) => fault.includes(String(stray?.pid))),
  };
}
