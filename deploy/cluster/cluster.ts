import { setTimeout as sleep } from 'node:timers/promises';
import { Problem, type RunResult, run } from '@filemill/local-stack';
import type { IPod } from 'kubernetes-models/v1';
import { CHART } from './chart.ts';
import type { Manifest, Resources } from './manifest.ts';
import { type ClusterTools, clusterTools } from './tools.ts';

/** Namespace of the release. */
export const NAMESPACE = 'filemill';
/** Namespace of the databases, which a real installation has as managed services. */
export const DATA_NAMESPACE = 'filemill-data';
/** Name of Helm's release. */
export const RELEASE = 'filemill';

const POLL_MS = 500;
const INSTALL_SECONDS = 600;

/** The cluster that KUBECONFIG names. */
export class Cluster {
  readonly #tools: ClusterTools;

  private constructor(tools: ClusterTools) {
    this.#tools = tools;
  }

  /** @throws {Problem} if no cluster answers */
  static async connect(): Promise<Cluster> {
    const cluster = new Cluster(await clusterTools());
    const { code, output } = await run(cluster.#tools.kubectl, ['version', '-o', 'json'], { check: false });
    if (code !== 0) throw new Problem(`No cluster answers (KUBECONFIG): ${output.trim().split('\n').at(-1)}`);
    return cluster;
  }

  /** Returns what kubectl printed. @throws {Problem} if it failed */
  async kubectl(args: readonly string[]): Promise<string> {
    const { output } = await run(this.#tools.kubectl, ['--namespace', NAMESPACE, ...args]);
    return output;
  }

  /** Returns what helm printed. @throws {Problem} if it failed */
  async helm(args: readonly string[]): Promise<string> {
    const { output } = await run(this.#tools.helm, [...args, '--namespace', NAMESPACE]);
    return output;
  }

  /** Installs the chart, or brings it up to date, and waits until all of it is ready. */
  async install(flags: readonly string[]): Promise<void> {
    const wait = ['--rollback-on-failure=false', '--wait', '--timeout', `${INSTALL_SECONDS}s`];
    await this.helm(['upgrade', '--install', RELEASE, CHART, ...flags, ...wait]);
  }

  /** One resource by its name, or a list. @param args - more of kubectl's, such as `-l label=value` */
  async get<Name extends keyof Resources>(resource: Name, ...args: string[]): Promise<Resources[Name]> {
    const get = ['--namespace', NAMESPACE, 'get', resource, ...args, '-o', 'json'];
    // Warnings of the API server come beside it.
    return JSON.parse((await run(this.#tools.kubectl, get)).stdout);
  }

  /** Applies what the arguments name, such as `-k folder`; each manifest says its namespace itself. */
  async applyFrom(args: readonly string[], input?: string): Promise<void> {
    await run(this.#tools.kubectl, ['apply', '--server-side', '--force-conflicts', ...args], { input });
  }

  /** Applies manifests. */
  async apply(manifests: readonly Manifest[]): Promise<void> {
    const input = JSON.stringify({ apiVersion: 'v1', kind: 'List', items: manifests });
    await this.applyFrom(['-f', '-'], input);
  }

  /** Runs a program in a container. @throws {Problem} if it failed */
  exec(pod: string, command: readonly string[], namespace = NAMESPACE): Promise<RunResult> {
    return run(this.#tools.kubectl, ['--namespace', namespace, 'exec', pod, '--', ...command]);
  }

  /** Pods of one service that are not about to end, oldest first. */
  async pods(component: string): Promise<IPod[]> {
    const { items } = await this.get('pods', '-l', `app.kubernetes.io/component=${component}`);
    return items.filter(({ metadata }) => !metadata?.deletionTimestamp);
  }

  /**
   * Deletes pods by force. The kubelet always leaves two seconds between SIGTERM and SIGKILL, so a job must take longer to be
   * interrupted.
   *
   * @param count - how many of the service's pods
   */
  async kill(component: string, count: number): Promise<void> {
    const pods = (await this.pods(component)).slice(0, count).map(nameOf);
    if (pods.length === 0) throw new Problem(`There is no pod of ${component} to kill.`);
    await this.kubectl(['delete', 'pod', ...pods, '--grace-period=0', '--force']);
  }

  /** How many pods one service has, and how many of them are ready. */
  async podCounts(component: string): Promise<{ all: number; ready: number }> {
    const { status } = await this.get('deployment', `${RELEASE}-${component}`);
    return { all: status?.replicas ?? 0, ready: status?.readyReplicas ?? 0 };
  }

  /** Rows of a query in the database of the services, as arrays of texts. */
  async sql(query: string): Promise<string[][]> {
    const psql =
      'PGPASSWORD=$POSTGRES_PASSWORD psql -h 127.0.0.1 -U $POSTGRES_USER -d filemill -tA -F "|" -c "$0"';
    const { output } = await this.exec('postgres-0', ['sh', '-c', psql, query], DATA_NAMESPACE);
    return output
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => line.split('|'));
  }
}

/** The image of the gateway, which has Node. */
export async function gatewayImage(cluster: Cluster): Promise<string> {
  const { spec } = await cluster.get('deployment', `${RELEASE}-gateway`);
  const image = spec?.template.spec?.containers[0]?.image;
  if (image === undefined) throw new Problem('The gateway has no image.');
  return image;
}

/** Name of a pod, or of another resource. */
export const nameOf = ({ metadata }: Manifest): string => metadata?.name ?? '';

/**
 * Waits until a number is right.
 *
 * @param what - name of the number, for the message
 * @returns seconds that it took
 * @throws {Problem} after `withinSeconds`, with the last number
 */
export async function waitForCount(
  what: string,
  withinSeconds: number,
  ask: () => Promise<number>,
  isRight: (count: number) => boolean,
): Promise<number> {
  const startedAt = Date.now();
  for (;;) {
    const count = await ask();
    const seconds = (Date.now() - startedAt) / 1000;
    if (isRight(count)) return seconds;
    if (seconds > withinSeconds) throw new Problem(`${what}: ${count} after ${withinSeconds} s`);
    await sleep(POLL_MS);
  }
}
