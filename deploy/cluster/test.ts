/**
 * `npm run cluster:test`: installs k8s/local and the chart on the cluster that KUBECONFIG names, which has the images of
 * `npm run images`, and tests what only a cluster can show. `-- --simulated` instead asks for a thousand worker pods on
 * simulated nodes. The last line counts.
 */
import { main } from '@filemill/local-stack';
import { testCluster } from './checks.ts';

await main(async () => {
  const failed = await testCluster(process.argv.includes('--simulated'));
  process.exitCode = failed > 0 ? 1 : 0;
});
