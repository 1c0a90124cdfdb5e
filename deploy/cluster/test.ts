/**
 * `npm run cluster:test`: installs k8s/local and the chart on the cluster that KUBECONFIG names, which has the images of
 * `npm run images`, and tests what only a cluster can show. `-- --simulated` instead asks for a thousand worker pods on
 * simulated nodes. The last line counts.
 */
import { DATA, main, say, step } from '@filemill/local-stack';
import { Cluster, gatewayImage, RELEASE } from './cluster.ts';
import { breakUnderLoad, DISTURBANCES } from './disturbances.ts';
import { ensureNameServerShare, installChart, installSurroundings, makeAdministrator } from './install.ts';
import type { Outcome } from './outcome.ts';
import { compareReach } from './reach.ts';
import { scaleOnProcessorTime, scaleOnQueueDepth } from './scaling.ts';
import { scaleOnSimulatedNodes } from './simulated.ts';

const totals = { passed: 0, failed: 0 };

/** Runs one check and prints its outcome. @returns whether it has passed */
async function check(name: string, work: () => Promise<Outcome>): Promise<boolean> {
  const { faults, note } = await step(name, work).catch(
    (error: unknown): Outcome => ({ faults: [error instanceof Error ? error.message : String(error)] }),
  );
  totals[faults.length === 0 ? 'passed' : 'failed']++;
  say(`${faults.length === 0 ? 'passed' : 'FAILED'}: ${name}${note ? `: ${note}` : ''}`);
  for (const fault of faults.slice(0, 20)) console.log(`    ${fault}`);
  return faults.length === 0;
}

/** Runs `work` with a pod without policies, which shows what a worker would reach without them. */
async function withUnrestrictedPod<T>(cluster: Cluster, work: (pod: string) => Promise<T>): Promise<T> {
  const image = await gatewayImage(cluster);
  const pod = 'unrestricted';
  const where = ['--namespace', 'default'];
  await cluster.kubectl(['run', pod, `--image=${image}`, ...where, '--command', '--', 'sleep', '600']);
  try {
    await cluster.kubectl(['wait', '--for=condition=Ready', `pod/${pod}`, '--timeout=60s', ...where]);
    return await work(pod);
  } finally {
    await cluster.kubectl(['delete', 'pod', pod, '--grace-period=1', ...where]);
  }
}

async function checkEverything(cluster: Cluster): Promise<void> {
  await check('helm test converts a file', async () => ({
    faults: [],
    note: (await cluster.helm(['test', RELEASE, '--logs'])).match(/converted .*/)?.[0],
  }));
  await check('a worker pod reaches nothing that it should not', () =>
    withUnrestrictedPod(cluster, async (pod) => {
      const { faults, proven } = await compareReach(cluster, pod);
      return { faults, note: `open to a pod without policies, closed to a worker: ${proven.join(', ')}` };
    }),
  );
  const administrator = await makeAdministrator(cluster);
  await check('a lane scales from 1 to 6 and back on the depth of its queue', () =>
    scaleOnQueueDepth(cluster, administrator),
  );
  for (const disturbance of DISTURBANCES)
    await check(`under load ${disturbance.name}: nothing is lost or done twice`, () =>
      breakUnderLoad(cluster, disturbance, administrator),
    );
  await check('without KEDA a lane scales from 1 to 6 on its processor time', () =>
    scaleOnProcessorTime(cluster, administrator),
  );
}

/**
 * Installs k8s/local and the chart and tests what only a cluster can show. The last line counts.
 *
 * @param isSimulated - asks for a thousand worker pods on simulated nodes instead
 * @returns how many checks failed
 */
async function testCluster(isSimulated: boolean): Promise<number> {
  const cluster = await Cluster.connect();
  const isInstalled = await check('k8s/local and the chart install', async () => {
    const note = await ensureNameServerShare(cluster);
    await installSurroundings(cluster, `${DATA}/cluster`);
    await installChart(cluster, 'first');
    return { faults: [], note };
  });
  if (isInstalled && isSimulated) await check('a thousand worker pods', () => scaleOnSimulatedNodes(cluster));
  else if (isInstalled) await checkEverything(cluster);
  console.log(`${totals.passed} passed, ${totals.failed} failed`);
  return totals.failed;
}

await main(async () => {
  const failed = await testCluster(process.argv.includes('--simulated'));
  process.exitCode = failed > 0 ? 1 : 0;
});
