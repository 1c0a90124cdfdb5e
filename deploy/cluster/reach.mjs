import { Problem } from '../local/report.mjs';
import { DATA_NAMESPACE, NAMESPACE, RELEASE } from './cluster.mjs';

const CONNECT_MS = 2_000;

/** Runs inside a pod: which of the given addresses take a connection. */
const PROBE = `
  const { connect } = require('node:net');
  const tries = JSON.parse(process.argv[1]).map(([name, host, port]) => new Promise((resolve) => {
    const socket = connect({ host, port });
    const end = (isOpen) => { socket.destroy(); resolve([name, isOpen]); };
    socket.setTimeout(${CONNECT_MS}, () => end(false)).on('connect', () => end(true)).on('error', () => end(false));
  }));
  Promise.all(tries).then((all) => console.log(JSON.stringify(Object.fromEntries(all))));`;

const podAddress = ([pod]) => pod.status.podIP;

/** Every address that a compromised decoder might try, by name: host and port. */
async function targets(cluster) {
  const node = (await cluster.get('nodes', '-l', 'type!=kwok')).items[0].status.addresses.find(
    ({ type }) => type === 'InternalIP',
  );
  const kubernetes = (await cluster.get('service', 'kubernetes', '--namespace', 'default')).spec.clusterIP;
  const gateway = podAddress(await cluster.pods('gateway'));
  const data = (name) => `${name}.${DATA_NAMESPACE}.svc`;
  const service = (name) => `${RELEASE}-${name}.${NAMESPACE}.svc`;
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
      ["the gateway's operations port", gateway, 9090],
      ["usage's operations port", podAddress(await cluster.pods('usage')), 9090],
      ['the Kubernetes API', kubernetes, 443],
      ['the kubelet', node.address, 10250],
      ['the metadata address', '169.254.169.254', 80],
      ['the internet', '1.1.1.1', 443],
    ],
  };
}

async function probe(cluster, pod, addresses, options) {
  const { stdout, output } = await cluster.exec(
    pod,
    ['node', '-e', PROBE, JSON.stringify(addresses)],
    options,
  );
  try {
    return JSON.parse(stdout);
  } catch (cause) {
    throw new Problem(`${pod} answered: ${output}`, { cause });
  }
}

/**
 * Compares the addresses that a worker pod reaches with those it must and must not reach. An address that a pod without
 * policies does not reach either proves nothing, so such a pod is also tested.
 *
 * @param {string} free - pod that no policy holds, in the namespace `default`
 * @returns {Promise<{ faults: string[], proven: string[] }>} `proven`: refused to the worker, open to the free pod
 */
export async function reachFaults(cluster, free) {
  const { allowed, refused } = await targets(cluster);
  const [worker] = await cluster.pods('worker-image');
  const found = await probe(cluster, worker.metadata.name, [...allowed, ...refused]);
  const control = await probe(cluster, free, refused, { namespace: 'default' });
  return {
    faults: [
      ...allowed.filter(([name]) => !found[name]).map(([name]) => `does not reach ${name}`),
      ...refused.filter(([name]) => found[name]).map(([name]) => `reaches ${name}`),
    ],
    proven: refused.filter(([name]) => control[name] && !found[name]).map(([name]) => name),
  };
}
