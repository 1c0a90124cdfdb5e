import { setTimeout as sleep } from 'node:timers/promises';
import { type Cluster, waitForCount } from './cluster.ts';
import type { Administrator, LoadSettings } from './inside/settings.ts';
import { installChart } from './install.ts';
import { countRetried, loadFaults } from './ledger.ts';
import { Load } from './load.ts';
import type { Outcome } from './outcome.ts';

/** A steady load of pictures that take several seconds each: longer than a killed pod may still run. */
const STEADY: LoadSettings = {
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

/** An action on the installation during a load. */
export interface Disturbance {
  readonly name: string;
  /** Whether it must interrupt a conversion; otherwise the check proves nothing. */
  readonly interrupts: boolean;
  /** Whether it shuts down in order, so that no connection may be lost. */
  readonly isSeamless: boolean;
  readonly act: (cluster: Cluster) => Promise<void>;
}

/** All actions, in the order in which they are tested. */
export const DISTURBANCES: readonly Disturbance[] = [
  {
    name: 'all workers are killed',
    interrupts: true,
    isSeamless: false,
    act: (cluster) => cluster.kill('worker-image', Number.POSITIVE_INFINITY),
  },
  {
    name: 'a service is killed',
    interrupts: false,
    isSeamless: false,
    act: (cluster) => cluster.kill('usage', 1),
  },
  {
    name: 'the gateway is killed',
    interrupts: false,
    isSeamless: false,
    act: (cluster) => cluster.kill('gateway', 1),
  },
  {
    name: 'a new version is rolled out',
    interrupts: false,
    isSeamless: true,
    act: (cluster) => installChart(cluster, `second-${Date.now()}`),
  },
];

/** Number of pods after each action. */
const PODS = { 'worker-image': 1, usage: 2, gateway: 2 };

/** Does one action on the installation under load and checks the responses and the data that is left. */
export async function breakUnderLoad(
  cluster: Cluster,
  { act, interrupts, isSeamless }: Disturbance,
  administrator: Administrator,
): Promise<Outcome> {
  const load = await Load.start(cluster, 'load', administrator, STEADY);
  await sleep(WARM_UP_MS);
  await act(cluster);
  for (const [component, pods] of Object.entries(PODS))
    await waitForCount(
      `ready pods of ${component}`,
      RECOVERS_WITHIN_SECONDS,
      async () => (await cluster.podCounts(component)).ready,
      (count) => count >= pods,
    );
  const { answers, conversions } = await load.result(STEADY.endsWithinSeconds + 60);
  const retried = await countRetried(cluster, conversions);
  return {
    faults: [
      ...answerFaults(answers, isSeamless),
      ...(interrupts && retried === 0 ? ['it interrupted no conversion'] : []),
      ...(await loadFaults(cluster, conversions)),
    ],
    note: `${conversions.length} conversions, ${retried} of them tried again; answers ${JSON.stringify(answers)}`,
  };
}

/** A 5xx may only be 503 with Retry-After; where nothing is killed, no connection may be lost either. */
function answerFaults(answers: Readonly<Record<string, number>>, isSeamless: boolean): string[] {
  const bad = Object.entries(answers).filter(
    ([status]) => (/^5/.test(status) && status !== '503') || (isSeamless && status.startsWith('0')),
  );
  return bad.map(([status, count]) => `${count} answers were ${status.replace(/^0/, 'no answer:')}`);
}
