import type { RunResult } from '@filemill/local-stack';
import { type Cluster, RELEASE, waitForCount } from './cluster.ts';
import { installChart } from './install.ts';
import type { Outcome } from './outcome.ts';

/** A lane without pods when it is unused, so that all its pods come from the jobs. */
const LANE = 'font';
const JOBS = 4_000;
const SLOTS = 4;
const PODS = JOBS / SLOTS;
const UP_WITHIN_SECONDS = 600;
const DOWN_WITHIN_SECONDS = 900;

/** The lane's pods run on nodes of kwok: they become ready without running anything, so no job is taken. */
const FLAGS = [
  ...['--set', `services.worker-${LANE}.slots=${SLOTS},services.worker-${LANE}.scaling.max=${PODS}`],
  ...['--set', `services.worker-${LANE}.nodeSelector.type=kwok`],
  ...['--set', `services.worker-${LANE}.tolerations[0].key=kwok\\.x-k8s\\.io/node`],
  ...['--set', `services.worker-${LANE}.tolerations[0].operator=Exists`],
];

/** Runs in a pod of usage, which has the queue's library and its address. */
const script = (body: string): string => `
  import { Queue } from 'bullmq';
  const queue = new Queue('convert-${LANE}', { connection: { url: process.env.REDIS_URL } });
  ${body}
  await queue.close();`;
const IN_USAGE = 'cd services/usage && exec node --input-type=module -e "$0"';
const FILL = script(`
  await queue.addBulk(Array.from({ length: ${JOBS} }, (_, index) => ({
    name: 'convert', data: {}, opts: { priority: index + 1 },
  })));`);
const EMPTY = script('await queue.obliterate({ force: true });');

/** 4,000 queued jobs scale a lane to 1,000 worker pods on simulated nodes; without them it goes back to none. */
export async function scaleOnSimulatedNodes(cluster: Cluster): Promise<Outcome> {
  const { items: nodes } = await cluster.get('nodes', '-l', 'type=kwok');
  if (nodes.length === 0) return { faults: ['there are no nodes with the label type=kwok'] };
  await installChart(cluster, 'simulated', FLAGS);
  const worker = `worker-${LANE}`;
  const runInUsage = (text: string): Promise<RunResult> =>
    cluster.exec(`deployment/${RELEASE}-usage`, ['sh', '-c', IN_USAGE, text]);
  await runInUsage(FILL);
  const up = await waitForCount(
    'ready pods',
    UP_WITHIN_SECONDS,
    async () => (await cluster.podCounts(worker)).ready,
    (count) => count === PODS,
  );
  await runInUsage(EMPTY);
  const down = await waitForCount(
    'pods',
    DOWN_WITHIN_SECONDS,
    async () => (await cluster.podCounts(worker)).all,
    (count) => count === 0,
  );
  return {
    faults: [],
    note: `${JOBS} queued jobs: 0 to ${PODS} ready pods on ${nodes.length} nodes in ${up.toFixed(0)} s, to 0 in ${down.toFixed(0)} s`,
  };
}
