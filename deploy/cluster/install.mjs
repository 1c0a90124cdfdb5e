import { ROOT } from '../local/paths.mjs';
import { Problem } from '../local/report.mjs';
import { CHART } from './chart.mjs';
import { DATA_NAMESPACE, RELEASE } from './cluster.mjs';
import { localSecrets } from './secrets.mjs';

const READY = '180s';

/** Namespaces with their rules, databases, secrets: what the chart expects around it, for a try-out. */
export async function installSurroundings(cluster, data) {
  await cluster.applyFrom(['-f', `${ROOT}/k8s/namespace.yaml`, '-f', `${ROOT}/k8s/local/namespace.yaml`]);
  await cluster.applyFrom(['-k', `${ROOT}/k8s/policies`]);
  await cluster.apply(localSecrets(data));
  await cluster.applyFrom(['-k', `${ROOT}/k8s/local`]);
  for (const name of ['postgres', 'redis', 's3'])
    await cluster.kubectl([
      ...['rollout', 'status', `statefulset/${name}`],
      ...['--namespace', DATA_NAMESPACE, '--timeout', READY],
    ]);
}

/** kubeadm's requests of the name server. */
const NAME_SERVER_REQUESTS = { cpu: '100m', memory: '70Mi' };

/**
 * Gives a name server without a CPU request the usual one. Without a request, every pod with one has priority, and DNS lookups
 * take ten seconds while a roll-out keeps two cores busy.
 *
 * @returns {Promise<string | undefined>} what was done, if something was
 */
export async function ensureNameServerShare(cluster) {
  const where = ['--namespace', 'kube-system'];
  const { items } = await cluster.get('deployments', '-l', 'k8s-app=kube-dns', ...where);
  const given = [];
  for (const { metadata, spec } of items) {
    if (spec.template.spec.containers.some(({ resources }) => resources?.requests?.cpu)) continue;
    const requests = Object.entries(NAME_SERVER_REQUESTS).map(
      ([resource, amount]) => `${resource}=${amount}`,
    );
    const deployment = `deployment/${metadata.name}`;
    await cluster.kubectl(['set', 'resources', deployment, `--requests=${requests}`, ...where]);
    await cluster.kubectl(['rollout', 'status', deployment, '--timeout', READY, ...where]);
    given.push(`${metadata.name} had no CPU request and got ${requests}`);
  }
  return given.join('; ') || undefined;
}

/**
 * Installs the chart with values-local.yaml, or brings it up to date.
 *
 * @param {string} release - what marks the pods of this version: another text replaces all pods
 * @param {string[]} flags - more of Helm's, such as `--set`
 */
export const installChart = (cluster, release, flags = []) =>
  cluster.install([
    ...['-f', `${CHART}/values-local.yaml`],
    ...['defaults', 'laneDefaults'].flatMap((base) => [
      '--set-string',
      `${base}.podAnnotations.filemill\\.io/release=${release}`,
    ]),
    ...flags,
  ]);

/** Makes an administrator, as an operator would. @returns `{ email, password }` */
export async function makeAdministrator(cluster) {
  const email = `admin-${Date.now()}@example.org`;
  const script = ['node', 'services/accounts/dist/make-admin.js', email];
  const { output } = await cluster.exec(`deployment/${RELEASE}-accounts`, script);
  const password = /only now: (\S+)/.exec(output)?.[1];
  if (!password) throw new Problem(`make-admin said: ${output}`);
  return { email, password };
}
