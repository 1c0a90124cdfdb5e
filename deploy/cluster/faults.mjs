import { setTimeout as sleep } from 'node:timers/promises';
import { becomes } from './cluster.mjs';
import { installChart } from './install.mjs';
import { loadFaults, triedAgain } from './ledger.mjs';
import { Load } from './load.mjs';

/** Pictures that take several seconds each, steadily: longer than a killed pod has left. */
const STEADY = {
  users: 3,
  count: 30,
  perSecond: 0.4,
  widthPx: 2800,
  heightPx: 2100,
  outputFormat: 'avif',
  endsWithinSeconds: 400,
};
const WARM_UP_MS = 15_000;
/** Time until a killed pod's connections are closed and its successor has started. */
const RECOVERS_WITHIN_SECONDS = 120;

/** Actions on the installation during the load. */
export const FAULTS = {
  'all workers are killed': (cluster) => cluster.kill('worker-image', Number.POSITIVE_INFINITY),
  'a service is killed': (cluster) => cluster.kill('usage', 1),
  'the gateway is killed': (cluster) => cluster.kill('gateway', 1),
  'a new version is rolled out': (cluster) => installChart(cluster, `second-${Date.now()}`),
};

/** Actions that must interrupt a conversion; otherwise the check proves nothing. */
const INTERRUPTS = new Set(['all workers are killed']);
/** Actions with an orderly shutdown: no connection may be lost. */
const SEAMLESS = new Set(['a new version is rolled out']);

/**
 * Does one action on the installation under load and checks the responses and the data that is left.
 *
 * @returns {Promise<{ faults: string[], note: string }>}
 */
export async function breakUnderLoad(cluster, what, administrator) {
  const load = await Load.start(cluster, 'load', { ...STEADY, administrator });
  await sleep(WARM_UP_MS);
  await FAULTS[what](cluster);
  for (const component of ['worker-image', 'usage', 'gateway'])
    await becomes(
      `ready pods of ${component}`,
      RECOVERS_WITHIN_SECONDS,
      () => cluster.readyPods(component),
      (count) => count >= (component === 'worker-image' ? 1 : 2),
    );
  const { answers, conversions } = await load.result(STEADY.endsWithinSeconds + 60);
  const again = await triedAgain(cluster, conversions);
  return {
    faults: [
      ...answerFaults(answers, SEAMLESS.has(what)),
      ...(INTERRUPTS.has(what) && again === 0 ? ['it interrupted no conversion'] : []),
      ...(await loadFaults(cluster, conversions)),
    ],
    note: `${conversions.length} conversions, ${again} of them tried again; answers ${JSON.stringify(answers)}`,
  };
}

/** A 5xx may only be 503 with Retry-After; where nothing is killed, no connection may be lost either. */
function answerFaults(answers, isSeamless) {
  const bad = Object.entries(answers).filter(
    ([status]) => (/^5/.test(status) && status !== '503') || (isSeamless && status.startsWith('0')),
  );
  return bad.map(([status, count]) => `${count} answers were ${status.replace(/^0/, 'no answer:')}`);
}
