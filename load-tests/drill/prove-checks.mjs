import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { answerFaults } from './answer-checks.mjs';
import { ledgerFaults } from './ledger-checks.mjs';
import { processFaults, storeFaults } from './leftover-checks.mjs';

/**
 * Creates one violation of each invariant and removes it again: a check that finds nothing is only useful if it can find
 * something.
 *
 * @param {object} rig - with at least one completed conversion
 * @returns {Promise<string[]>} what was planted and not found
 */
export async function whatTheChecksMiss(rig) {
  const [[id, key]] = await rig.sql(
    "SELECT id, output_key FROM usage.conversions WHERE status = 'completed' AND erased_at IS NULL LIMIT 1",
  );
  const change = (column, by) =>
    rig.sql(`UPDATE usage.conversions SET ${column} = ${column} + ${by} WHERE id = '${id}'`);
  const orphan = `${key.slice(0, 16)}/${randomUUID()}/output-1`;
  const plots = {
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
      find: () => answerFaults([lateError], { beganAt: 0, liftedAt: 1 }).length === 1,
    },
  };
  const missed = [];
  for (const [what, { plant, remove, find }] of Object.entries(plots)) {
    await plant();
    if (!(await find())) missed.push(what);
    await remove();
  }
  return missed;
}

const lateError = { at: 60_000, ms: 5, what: 'GET /', status: 503, retryAfter: '1', code: 'unavailable' };

function strayProcess(rig) {
  let stray;
  return {
    plant() {
      const args = ['-e', 'setTimeout(() => {}, 30_000)', `${rig.data}/work/stray`];
      stray = spawn(process.execPath, args, { stdio: 'ignore' });
      return once(stray, 'spawn');
    },
    remove() {
      const exited = once(stray, 'exit');
      stray.kill('SIGKILL');
      return exited;
    },
    find: () => processFaults(rig).some((fault) => fault.includes(String(stray.pid))),
  };
}
