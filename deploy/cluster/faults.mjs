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
/** A killed pod's connections are given up and its successor has begun. */
const RECOVERS_WITHIN_SECONDS = 120;

/** What is done to the installation while people convert. */
export const FAULTS = {
  'all workers are killed': (cluster) => cluster.kill('worker-image', Number.POSITIVE_INFINITY),
  'a service is killed': (cluster) => cluster.kill('usage', 1),
  'the gateway is killed': (cluster) => cluster.kill('gateway', 1),
  'a new version is rolled out': (cluster) => installChart(cluster, `second-${Date.now()}`),
};

/** What must have caught somebody at work, or it has shown nothing. */
const INTERRUPTS = new Set(['all workers are killed']);
/** What lets everybody know before it happens. */
const SEAMLESS = new Set(['a new version is rolled out']);

/**
 * Does one thing to the installation under load and judges what people saw and what is left.
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
      ...(INTERRUPTS.has(what) && again === 0 ? ['it caught nobody at work'] : []),
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
