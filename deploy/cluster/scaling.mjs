import { becomes, RELEASE } from './cluster.mjs';
import { installChart } from './install.mjs';
import { loadFaults } from './ledger.mjs';
import { Load } from './load.mjs';

const LANE = 'worker-image';
/** Pictures that take a core for a second or two each, faster than one pod converts them. */
const BURST = {
  users: 2,
  count: 120,
  perSecond: 8,
  widthPx: 1_200,
  heightPx: 900,
  outputFormat: 'avif',
  endsWithinSeconds: 900,
};
const UP_WITHIN_SECONDS = 180;
/** Metrics of a pod are up to a minute old, and the HPA looks every 15 s. */
const UP_ON_CPU_WITHIN_SECONDS = 300;
const DOWN_WITHIN_SECONDS = 300;

const podsOf = async (cluster) => (await cluster.get('deployment', `${RELEASE}-${LANE}`)).status;

/** @returns {Promise<number>} seconds */
const becomesOne = (cluster) =>
  becomes(
    `pods of ${LANE}`,
    DOWN_WITHIN_SECONDS,
    async () => (await podsOf(cluster)).replicas ?? 0,
    (count) => count === 1,
  );

const becomesSix = (cluster, withinSeconds) =>
  becomes(
    `ready pods of ${LANE}`,
    withinSeconds,
    async () => (await podsOf(cluster)).readyReplicas ?? 0,
    (count) => count === 6,
  );

/**
 * A burst of jobs takes a lane from one pod to its six, by KEDA on the depth of the queue, and its end back to one.
 *
 * @returns {Promise<{ faults: string[], note: string }>}
 */
export async function scaleOnQueueDepth(cluster, administrator) {
  await becomesOne(cluster);
  const load = await Load.start(cluster, 'burst', { ...BURST, administrator });
  const up = await becomesSix(cluster, UP_WITHIN_SECONDS);
  const { conversions } = await load.result(BURST.endsWithinSeconds + 60);
  const down = await becomesOne(cluster);
  return {
    faults: await loadFaults(cluster, conversions),
    note: `1 to 6 ready pods in ${up.toFixed(0)} s, back to 1 in ${down.toFixed(0)} s after the last of ${conversions.length} jobs`,
  };
}

/**
 * Takes KEDA away: lanes that slept wake up, and a burst of jobs takes one from its one pod to its six by the HPA on
 * processor time. Its way back takes the HPA eight minutes, and is not waited for.
 *
 * @returns {Promise<{ faults: string[], note: string }>}
 */
export async function scaleOnProcessorTime(cluster, administrator) {
  await becomesOne(cluster);
  // Twice: at the first time KEDA is still there when the lanes are woken, and puts them to sleep again.
  for (let time = 0; time < 2; time++)
    await installChart(cluster, 'without-keda', ['--set', 'keda.mode=off']);
  const { items } = await cluster.get('deployments', '-l', `app.kubernetes.io/instance=${RELEASE}`);
  const asleep = items.filter(({ status }) => !status.readyReplicas).map(({ metadata }) => metadata.name);
  const load = await Load.start(cluster, 'burst-without-keda', { ...BURST, administrator });
  const up = await becomesSix(cluster, UP_ON_CPU_WITHIN_SECONDS);
  const { conversions } = await load.result(BURST.endsWithinSeconds + 60);
  return {
    faults: [...asleep.map((name) => `${name} has no pod`), ...(await loadFaults(cluster, conversions))],
    note: `1 to 6 ready pods in ${up.toFixed(0)} s`,
  };
}
