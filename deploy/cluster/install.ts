import { Problem, ROOT } from '@filemill/local-stack';
import { CHART } from './chart.ts';
import { type Cluster, DATA_NAMESPACE, nameOf, RELEASE } from './cluster.ts';
import type { Administrator } from './inside/settings.ts';
import { localSecrets } from './secrets.ts';

const READY = '180s';

/**
 * Installs what the chart expects in a cluster: namespaces with their policies, databases, secrets.
 *
 * @param data - folder in which the values of the secrets are kept
 */
export async function installSurroundings(cluster: Cluster, data: string): Promise<void> {
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
 * @returns what was changed, if anything
 */
export async function ensureNameServerShare(cluster: Cluster): Promise<string | undefined> {
  const where = ['--namespace', 'kube-system'];
  const { items } = await cluster.get('deployments', '-l', 'k8s-app=kube-dns', ...where);
  const changes: string[] = [];
  for (const item of items) {
    if (item.spec?.template.spec?.containers.some(({ resources }) => resources?.requests?.cpu)) continue;
    const requests = Object.entries(NAME_SERVER_REQUESTS).map(
      ([resource, amount]) => `${resource}=${amount}`,
    );
    const deployment = `deployment/${nameOf(item)}`;
    await cluster.kubectl(['set', 'resources', deployment, `--requests=${requests}`, ...where]);
    await cluster.kubectl(['rollout', 'status', deployment, '--timeout', READY, ...where]);
    changes.push(`${nameOf(item)} had no CPU request and got ${requests}`);
  }
  return changes.join('; ') || undefined;
}

/**
 * Installs the chart with values-local.yaml, or brings it up to date.
 *
 * @param release - marks the pods of this version: another text replaces all pods
 * @param flags - more of Helm's, such as `--set`
 */
export const installChart = (
  cluster: Cluster,
  release: string,
  flags: readonly string[] = [],
): Promise<void> =>
  cluster.install([
    ...['-f', `${CHART}/values-local.yaml`],
    ...['defaults', 'laneDefaults'].flatMap((base) => [
      '--set-string',
      `${base}.podAnnotations.filemill\\.io/release=${release}`,
    ]),
    ...flags,
  ]);

/** Makes an administrator, as an operator does. */
export async function makeAdministrator(cluster: Cluster): Promise<Administrator> {
  const email = `admin-${Date.now()}@example.org`;
  const script = ['node', 'services/accounts/dist/make-admin.js', email];
  const { output } = await cluster.exec(`deployment/${RELEASE}-accounts`, script);
  const password = /only now: (\S+)/.exec(output)?.[1];
  if (!password) throw new Problem(`make-admin printed no password: ${output}`);
  return { email, password };
}
