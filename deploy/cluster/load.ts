import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { Problem } from '@filemill/local-stack';
import { HEADERS, UNFINISHED_STATUSES } from '@filemill/product';
import type { IConfigMap, IPod } from 'kubernetes-models/v1';
import { type Cluster, gatewayImage, NAMESPACE, RELEASE } from './cluster.ts';
import type { Administrator, ApiWords, LoadResult, LoadSettings, PodSettings } from './inside/settings.ts';

/** What the pod runs, by Node's type stripping. */
const SCRIPTS = ['load.ts', 'accounts.ts', 'picture.ts'];
const POLL_MS = 1_000;
const WORDS: ApiWords = {
  unfinishedStatuses: UNFINISHED_STATUSES,
  idempotencyKeyHeader: HEADERS.idempotencyKey,
};

const restricted = {
  allowPrivilegeEscalation: false,
  readOnlyRootFilesystem: true,
  capabilities: { drop: ['ALL'] },
};

/** The pod that makes the load; its labels give it access to the gateway, like the chart's own test. */
const podOf = (name: string, image: string, settings: PodSettings): IPod => ({
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
        command: ['node', '/load/load.ts'],
        env: [{ name: 'LOAD', value: JSON.stringify(settings) }],
        securityContext: restricted,
        resources: { requests: { cpu: '50m', memory: '64Mi' }, limits: { memory: '512Mi' } },
        volumeMounts: [{ name: 'load', mountPath: '/load', readOnly: true }],
      },
    ],
    volumes: [{ name: 'load', configMap: { name: 'load' } }],
  },
});

/** Users who convert pictures, simulated by a pod in the cluster. */
export class Load {
  readonly #cluster: Cluster;
  readonly #name: string;

  private constructor(cluster: Cluster, name: string) {
    this.#cluster = cluster;
    this.#name = name;
  }

  /** Starts a load and waits until it converts. @param name - of the pod */
  static async start(
    cluster: Cluster,
    name: string,
    administrator: Administrator,
    settings: LoadSettings,
  ): Promise<Load> {
    const scripts = SCRIPTS.map((script) => [
      script,
      readFileSync(new URL(`./inside/${script}`, import.meta.url), 'utf8'),
    ]);
    const data = { 'package.json': '{"type":"module"}', ...Object.fromEntries(scripts) };
    const image = await gatewayImage(cluster);
    // By address, without a name lookup for each request, like the traffic from an ingress.
    const { spec } = await cluster.get('service', `${RELEASE}-gateway`);
    const url = `http://${spec?.clusterIP}:3000`;
    await cluster.kubectl(['delete', 'pod', name, '--ignore-not-found', '--wait']);
    const configMap: IConfigMap = {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'load', namespace: NAMESPACE },
      data,
    };
    await cluster.apply([configMap, podOf(name, image, { url, administrator, words: WORDS, ...settings })]);
    const load = new Load(cluster, name);
    await load.#until((log) => log.includes('begins\n'), 120);
    return load;
  }

  /** Waits for the end of the load. @throws {Problem} after `withinSeconds` */
  async result(withinSeconds: number): Promise<LoadResult> {
    const log = await this.#until((text) => text.trimEnd().endsWith('}'), withinSeconds);
    return JSON.parse(log.trimEnd().split('\n').at(-1) ?? '');
  }

  /** Waits until the pod's output is complete enough, and returns it. */
  async #until(isComplete: (log: string) => boolean, withinSeconds: number): Promise<string> {
    for (const end = Date.now() + withinSeconds * 1_000; ; await sleep(POLL_MS)) {
      const { status } = await this.#cluster.get('pod', this.#name);
      const phase = status?.phase ?? 'Pending';
      const log = phase === 'Pending' ? '' : await this.#cluster.kubectl(['logs', this.#name]);
      if (isComplete(log)) return log;
      if (phase === 'Failed') throw new Problem(`${this.#name} failed: ${log.slice(-1_000)}`);
      if (Date.now() > end)
        throw new Problem(`${this.#name} took more than ${withinSeconds} s: ${log.slice(-500)}`);
    }
  }
}
