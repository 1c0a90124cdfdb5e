import { DATA } from '../local/paths.mjs';
import { say, step } from '../local/report.mjs';
import { Cluster, RELEASE } from './cluster.mjs';
import { breakUnderLoad, FAULTS } from './faults.mjs';
import { ensureNameServerShare, installChart, installSurroundings, makeAdministrator } from './install.mjs';
import { reachFaults } from './reach.mjs';
import { scaleOnProcessorTime, scaleOnQueueDepth } from './scaling.mjs';
import { scaleOnSimulatedNodes } from './simulated.mjs';

const totals = { passed: 0, failed: 0 };

/** Runs one check; a sentence for each fault, and what was measured. */
async function check(name, work) {
  const { faults = [], note } =
    (await step(name, work).catch((error) => ({ faults: [error.message] }))) ?? {};
  totals[faults.length === 0 ? 'passed' : 'failed']++;
  say(`${faults.length === 0 ? 'passed' : 'FAILED'}: ${name}${note ? `: ${note}` : ''}`);
  for (const fault of faults.slice(0, 20)) console.log(`    ${fault}`);
  return faults.length === 0;
}

/** A pod without policies, to see what a worker would reach without them. */
async function withFreePod(cluster, work) {
  const { image } = (await cluster.get('deployment', `${RELEASE}-gateway`)).spec.template.spec.containers[0];
  const free = ['--namespace', 'default'];
  await cluster.kubectl(['run', 'free', `--image=${image}`, ...free, '--command', '--', 'sleep', '600']);
  try {
    await cluster.kubectl(['wait', '--for=condition=Ready', 'pod/free', '--timeout=60s', ...free]);
    return await work('free');
  } finally {
    await cluster.kubectl(['delete', 'pod', 'free', '--grace-period=1', ...free]);
  }
}

async function tryEverything(cluster) {
  await check('helm test converts a file', async () => ({
    note: (await cluster.helm(['test', RELEASE, '--logs'])).match(/converted .*/)?.[0],
  }));
  await check('a worker pod reaches nothing that it should not', () =>
    withFreePod(cluster, async (free) => {
      const { faults, proven } = await reachFaults(cluster, free);
      return { faults, note: `open to a pod without policies, closed to a worker: ${proven.join(', ')}` };
    }),
  );
  const administrator = await makeAdministrator(cluster);
  await check('a lane scales from 1 to 6 and back on the depth of its queue', () =>
    scaleOnQueueDepth(cluster, administrator),
  );
  for (const what of Object.keys(FAULTS))
    await check(`under load ${what}: nothing is lost or doubled`, () =>
      breakUnderLoad(cluster, what, administrator),
    );
  await check('without KEDA a lane scales from 1 to 6 on its processor time', () =>
    scaleOnProcessorTime(cluster, administrator),
  );
}

/**
 * Installs k8s/local and the chart and tries what only a cluster can show. The last line counts.
 *
 * @param {boolean} isSimulated - asks for a thousand worker pods on simulated nodes instead
 * @returns {Promise<number>} how many checks failed
 */
export async function testCluster(isSimulated) {
  const cluster = await Cluster.connect();
  const isInstalled = await check('k8s/local and the chart install', async () => {
    const note = await ensureNameServerShare(cluster);
    await installSurroundings(cluster, `${DATA}/cluster`);
    await installChart(cluster, 'first');
    return { note };
  });
  if (isInstalled && isSimulated) await check('a thousand worker pods', () => scaleOnSimulatedNodes(cluster));
  else if (isInstalled) await tryEverything(cluster);
  console.log(`${totals.passed} passed, ${totals.failed} failed`);
  return totals.failed;
}
