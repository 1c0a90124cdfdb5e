import { Problem } from '@filemill/local-stack';
import type { IPod } from 'kubernetes-models/v1';
import { type Cluster, DATA_NAMESPACE, NAMESPACE, nameOf, RELEASE } from './cluster.ts';

const CONNECT_MS = 2_000;

/** Runs inside a pod: prints which of the given addresses accept a connection. */
const PROBE = `
  const { connect } = require('node:net');
  const tries = JSON.parse(process.argv[1]).map(([name, host, port]) => new Promise((resolve) => {
    const socket = connect({ host, port });
    const end = (isOpen) => { socket.destroy(); resolve([name, isOpen]); };
    socket.setTimeout(${CONNECT_MS}, () => end(false)).on('connect', () => end(true)).on('error', () => end(false));
  }));
  Promise.all(tries).then((all) => console.log(JSON.stringify(Object.fromEntries(all))));`;

/** An address with its name in messages. */
type Target = readonly [name: string, host: string, port: number];

/** Address of the first pod. */
const addressOf = ([pod]: readonly IPod[]): string => pod?.status?.podIP ?? '';

/** Every address that a compromised engine might try. */
async function findTargets(cluster: Cluster): Promise<{ allowed: Target[]; refused: Target[] }> {
  const [node] = (await cluster.get('nodes', '-l', 'type!=kwok')).items;
  const kubelet = node?.status?.addresses?.find(({ type }) => type === 'InternalIP')?.address ?? '';
  const kubernetes = await cluster.get('service', 'kubernetes', '--namespace', 'default');
  const data = (name: string): string => `${name}.${DATA_NAMESPACE}.svc`;
  const service = (name: string): string => `${RELEASE}-${name}.${NAMESPACE}.svc`;
  return {
    allowed: [
      ['Redis', data('redis'), 6379],
      ['the store', data('s3'), 7070],
      ['usage', service('usage'), 3103],
    ],
    refused: [
      ['Postgres', data('postgres'), 5432],
      ['accounts', service('accounts'), 3101],
      ['billing', service('billing'), 3102],
      ['admin', service('admin'), 3104],
      ['the gateway', service('gateway'), 3000],
      ["the gateway's operations port", addressOf(await cluster.pods('gateway')), 9090],
      ["usage's operations port", addressOf(await cluster.pods('usage')), 9090],
      ['the Kubernetes API', kubernetes.spec?.clusterIP ?? '', 443],
      ['the kubelet', kubelet, 10250],
      ['the metadata address', '169.254.169.254', 80],
      ['the internet', '1.1.1.1', 443],
    ],
  };
}

/** Tries addresses from a pod. @returns by name, whether a connection was accepted */
async function probe(
  cluster: Cluster,
  pod: string,
  targets: readonly Target[],
  namespace = NAMESPACE,
): Promise<Record<string, boolean>> {
  const command = ['node', '-e', PROBE, JSON.stringify(targets)];
  const { stdout, output } = await cluster.exec(pod, command, namespace);
  try {
    return JSON.parse(stdout);
  } catch (cause) {
    throw new Problem(`The test in ${pod} printed: ${output}`, { cause });
  }
}

/**
 * Compares the addresses that a worker pod reaches with those it must and must not reach. An address that a pod without
 * policies does not reach either proves nothing, so such a pod is also tested.
 *
 * @param unrestrictedPod - pod without policies, in the namespace `default`
 * @returns `proven`: names of what is refused to the worker and open to the other pod
 */
export async function compareReach(
  cluster: Cluster,
  unrestrictedPod: string,
): Promise<{ faults: string[]; proven: string[] }> {
  const { allowed, refused } = await findTargets(cluster);
  const [worker] = await cluster.pods('worker-image');
  if (!worker) throw new Problem('There is no pod of worker-image.');
  const found = await probe(cluster, nameOf(worker), [...allowed, ...refused]);
  const control = await probe(cluster, unrestrictedPod, refused, 'default');
  return {
    faults: [
      ...allowed.filter(([name]) => !found[name]).map(([name]) => `does not reach ${name}`),
      ...refused.filter(([name]) => found[name]).map(([name]) => `reaches ${name}`),
    ],
    proven: refused.filter(([name]) => control[name] && !found[name]).map(([name]) => name),
  };
}
