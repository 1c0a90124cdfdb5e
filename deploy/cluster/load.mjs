import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { Problem } from '../local/report.mjs';
import { NAMESPACE, RELEASE } from './cluster.mjs';

const SCRIPTS = ['load.mjs', 'people.mjs', 'picture.mjs'];
const POLL_MS = 1_000;

const restricted = {
  allowPrivilegeEscalation: false,
  readOnlyRootFilesystem: true,
  capabilities: { drop: ['ALL'] },
};

/** The pod that makes the load: it comes to the gateway as the chart's own test does. */
const podOf = (name, image, settings) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: {
    name,
    namespace: NAMESPACE,
    labels: {
      'app.kubernetes.io/name': 'filemill',
      'app.kubernetes.io/instance': RELEASE,
      'app.kubernetes.io/component': 'test',
    },
  },
  spec: {
    restartPolicy: 'Never',
    automountServiceAccountToken: false,
    securityContext: { runAsNonRoot: true, runAsUser: 10001, seccompProfile: { type: 'RuntimeDefault' } },
    containers: [
      {
        name: 'load',
        image,
        command: ['node', '/load/load.mjs'],
        env: [{ name: 'LOAD', value: JSON.stringify(settings) }],
        securityContext: restricted,
        resources: { requests: { cpu: '50m', memory: '64Mi' }, limits: { memory: '512Mi' } },
        volumeMounts: [{ name: 'load', mountPath: '/load', readOnly: true }],
      },
    ],
    volumes: [{ name: 'load', configMap: { name: 'load' } }],
  },
});

/** People who convert pictures, from inside the cluster. */
export class Load {
  /**
   * Starts a load and waits until it converts.
   *
   * @param {{ administrator: { email: string, password: string }, users: number, count: number, perSecond: number,
   *   widthPx: number, heightPx: number, outputFormat: string, endsWithinSeconds: number }} settings
   */
  static async start(cluster, name, settings) {
    const data = Object.fromEntries(
      SCRIPTS.map((script) => [script, readFileSync(new URL(`./inside/${script}`, import.meta.url), 'utf8')]),
    );
    const gateway = await cluster.get('deployment', `${RELEASE}-gateway`);
    const { image } = gateway.spec.template.spec.containers[0];
    // By address: what brings visitors into a cluster looks up no name for each of them.
    const { spec } = await cluster.get('service', `${RELEASE}-gateway`);
    const url = `http://${spec.clusterIP}:3000`;
    await cluster.kubectl(['delete', 'pod', name, '--ignore-not-found', '--wait']);
    await cluster.apply([
      { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'load', namespace: NAMESPACE }, data },
      podOf(name, image, { url, ...settings }),
    ]);
    const load = new Load(cluster, name);
    await load.#until((log) => log.includes('begins\n'), 120);
    return load;
  }

  constructor(cluster, name) {
    this.cluster = cluster;
    this.name = name;
  }

  /** Waits for its end. @returns {Promise<{ answers: Record<string, number>, conversions: { id?: string, outcome: string }[] }>} */
  async result(withinSeconds) {
    const log = await this.#until((text) => text.trimEnd().endsWith('}'), withinSeconds);
    return JSON.parse(log.trimEnd().split('\n').at(-1));
  }

  async #until(isThere, withinSeconds) {
    for (const end = Date.now() + withinSeconds * 1_000; ; await sleep(POLL_MS)) {
      const { status } = await this.cluster.get('pod', this.name);
      const isUp = status.phase !== 'Pending';
      const log = isUp ? await this.cluster.kubectl(['logs', this.name]) : '';
      if (isThere(log)) return log;
      if (status.phase === 'Failed') throw new Problem(`${this.name} failed: ${log.slice(-1_000)}`);
      if (Date.now() > end)
        throw new Problem(`${this.name} took more than ${withinSeconds} s: ${log.slice(-500)}`);
    }
  }
}
