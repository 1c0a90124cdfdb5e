/**
 * `npm run cluster:test`: on the cluster that KUBECONFIG names, with the images of `npm run images` loaded, installs
 * k8s/local and the chart, and tries what only a cluster can show. `-- --simulated` instead asks for a thousand worker
 * pods on simulated nodes. The last line counts.
 */
import { main } from '../local/report.mjs';
import { ensureToolchain, NODE } from '../local/toolchain.mjs';
import { follow } from '../local/user.mjs';

const WORK = '--stage=work';
const args = process.argv.slice(2);

await main(async () => {
  if (args.includes(WORK)) {
    // Loaded here because they need the pinned Node, and then the libraries.
    const { installLibraries } = await import('../local/build.mjs');
    await installLibraries();
    const { testCluster } = await import('./checks.mjs');
    process.exitCode = (await testCluster(args.includes('--simulated'))) > 0 ? 1 : 0;
    return;
  }
  await ensureToolchain();
  process.exitCode = await follow([NODE, 'deploy/cluster/test.mjs', ...args, WORK]);
});
