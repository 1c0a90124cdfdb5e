import { type Cluster, nameOf, RELEASE, waitForCount } from './cluster.ts';
import type { Administrator, LoadSettings } from './inside/settings.ts';
import { installChart } from './install.ts';
import { loadFaults } from './ledger.ts';
import { Load } from './load.ts';
import type { Outcome } from './outcome.ts';

const LANE = 'worker-image';
/** Pictures that take a core for a second or two each, faster than one pod converts them. */
const BURST: LoadSettings = {
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

/** @returns seconds */
const waitForOnePod = (cluster: Cluster): Promise<number> =>
  waitForCount(
    `pods of ${LANE}`,
    DOWN_WITHIN_SECONDS,
    async () => (await cluster.podCounts(LANE)).all,
    (count) => count === 1,
  );

/** @returns seconds */
const waitForSixPods = (cluster: Cluster, withinSeconds: number): Promise<number> =>
  waitForCount(
    `ready pods of ${LANE}`,
    withinSeconds,
    async () => (await cluster.podCounts(LANE)).ready,
    (count) => count === 6,
  );

/** A burst of jobs scales a lane from one pod to six, by KEDA on the depth of the queue; at its end back to one. */
export async function scaleOnQueueDepth(cluster: Cluster, administrator: Administrator): Promise<Outcome> {
  await waitForOnePod(cluster);
  const load = await Load.start(cluster, 'burst', administrator, BURST);
  const up = await waitForSixPods(cluster, UP_WITHIN_SECONDS);
  const { conversions } = await load.result(BURST.endsWithinSeconds + 60);
  const down = await waitForOnePod(cluster);
  return {
    faults: await loadFaults(cluster, conversions),
    note: `1 to 6 ready pods in ${up.toFixed(0)} s, back to 1 in ${down.toFixed(0)} s after the last of ${conversions.length} jobs`,
  };
}

/**
 * Switches KEDA off: lanes without pods get one, and a burst of jobs scales a lane from one pod to six by the HPA on
 * processor time. The HPA takes eight minutes to scale down, which is not tested.
 */
export async function scaleOnProcessorTime(cluster: Cluster, administrator: Administrator): Promise<Outcome> {
  await waitForOnePod(cluster);
  // Twice: during the first time KEDA still runs and scales unused lanes to zero again.
  for (let time = 0; time < 2; time++)
    await installChart(cluster, 'without-keda', ['--set', 'keda.mode=off']);
  const { items } = await cluster.get('deployments', '-l', `app.kubernetes.io/instance=${RELEASE}`);
  const withoutPod = items.filter(({ status }) => !status?.readyReplicas).map(nameOf);
  const load = await Load.start(cluster, 'burst-without-keda', administrator, BURST);
  const up = await waitForSixPods(cluster, UP_ON_CPU_WITHIN_SECONDS);
  const { conversions } = await load.result(BURST.endsWithinSeconds + 60);
  return {
    faults: [...withoutPod.map((name) => `${name} has no pod`), ...(await loadFaults(cluster, conversions))],
    note: `1 to 6 ready pods in ${up.toFixed(0)} s`,
  };
}
