import { becomes, RELEASE } from './cluster.mjs';
import { installChart } from './install.mjs';

/** A lane without pods when it is unused, so that all its pods come from the jobs. */
const LANE = 'font';
const JOBS = 4_000;
const SLOTS = 4;
const PODS = JOBS / SLOTS;
const UP_WITHIN_SECONDS = 600;
const DOWN_WITHIN_SECONDS = 900;

/** The lane's pods go to nodes of kwok: they become ready and run nothing, so no job is ever taken. */
const FLAGS = [
  ...['--set', `services.worker-${LANE}.slots=${SLOTS},services.worker-${LANE}.scaling.max=${PODS}`],
  ...['--set', `services.worker-${LANE}.nodeSelector.type=kwok`],
  ...['--set', `services.worker-${LANE}.tolerations[0].key=kwok\\.x-k8s\\.io/node`],
  ...['--set', `services.worker-${LANE}.tolerations[0].operator=Exists`],
];

/** Runs in a pod of usage, which has the queue's library and its address. */
const script = (body) => `
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

/**
 * 4,000 queued jobs ask for 1,000 worker pods of a lane on simulated nodes, and their end for none.
 *
 * @returns {Promise<{ faults: string[], note: string }>}
 */
export async function scaleOnSimulatedNodes(cluster) {
  const { items: nodes } = await cluster.get('nodes', '-l', 'type=kwok');
  if (nodes.length === 0) return { faults: ['there are no nodes with the label type=kwok'], note: '' };
  await installChart(cluster, 'simulated', FLAGS);
  const status = async () => (await cluster.get('deployment', `${RELEASE}-worker-${LANE}`)).status;
  const runInUsage = (text) => cluster.exec(`deployment/${RELEASE}-usage`, ['sh', '-c', IN_USAGE, text]);
  await runInUsage(FILL);
  const up = await becomes(
    'ready pods',
    UP_WITHIN_SECONDS,
    async () => (await status()).readyReplicas ?? 0,
    (count) => count === PODS,
  );
  await runInUsage(EMPTY);
  const down = await becomes(
    'pods',
    DOWN_WITHIN_SECONDS,
    async () => (await status()).replicas ?? 0,
    (count) => count === 0,
  );
  return {
    faults: [],
    note: `${JOBS} queued jobs: 0 to ${PODS} ready pods on ${nodes.length} nodes in ${up.toFixed(0)} s, to 0 in ${down.toFixed(0)} s`,
  };
}
