import { setTimeout as sleep } from 'node:timers/promises';
import { Problem } from '../local/report.mjs';
import { run } from '../local/run.mjs';
import { CHART } from './chart.mjs';
import { clusterTools } from './tools.mjs';

/** Namespaces of the release and of what stands in for managed databases. */
export const NAMESPACE = 'filemill';
export const DATA_NAMESPACE = 'filemill-data';
export const RELEASE = 'filemill';

const POLL_MS = 500;

/** The cluster that KUBECONFIG names. */
export class Cluster {
  static async connect() {
    const cluster = new Cluster(await clusterTools());
    const { code, output } = await run(cluster.tools.kubectl, ['version', '-o', 'json'], { check: false });
    if (code !== 0) throw new Problem(`No cluster answers (KUBECONFIG): ${output.trim().split('\n').at(-1)}`);
    return cluster;
  }

  /** @param {{ helm: string, kubectl: string }} tools */
  constructor(tools) {
    this.tools = tools;
  }

  /** @returns {Promise<string>} what kubectl printed. @throws {Problem} if it failed */
  async kubectl(args, options = {}) {
    const { output } = await run(this.tools.kubectl, ['--namespace', NAMESPACE, ...args], options);
    return output;
  }

  async helm(args) {
    const { output } = await run(this.tools.helm, [...args, '--namespace', NAMESPACE]);
    return output;
  }

  /** Installs the chart, or brings it up to date, and waits until all of it is ready. */
  install(flags, timeoutSeconds = 600) {
    const wait = ['--rollback-on-failure=false', '--wait', '--timeout', `${timeoutSeconds}s`];
    return this.helm(['upgrade', '--install', RELEASE, CHART, ...flags, ...wait]);
  }

  async get(...args) {
    const get = ['--namespace', NAMESPACE, 'get', ...args, '-o', 'json'];
    // Warnings of the API server come beside it.
    return JSON.parse((await run(this.tools.kubectl, get)).stdout);
  }

  /** Applies what the arguments name, such as `-k folder`; each manifest says its namespace itself. */
  applyFrom(args, options = {}) {
    return run(this.tools.kubectl, ['apply', '--server-side', '--force-conflicts', ...args], options);
  }

  apply(manifests) {
    const input = JSON.stringify({ apiVersion: 'v1', kind: 'List', items: manifests });
    return this.applyFrom(['-f', '-'], { input });
  }

  /** Runs a program in a container. */
  exec(pod, command, { namespace = NAMESPACE, check = true } = {}) {
    return run(this.tools.kubectl, ['--namespace', namespace, 'exec', pod, '--', ...command], { check });
  }

  /** Pods of one service that are not about to end, oldest first. */
  async pods(component) {
    const { items } = await this.get('pods', '-l', `app.kubernetes.io/component=${component}`);
    return items.filter(({ metadata }) => !metadata.deletionTimestamp);
  }

  /**
   * Ends pods and forgets them at once. The kubelet gives them two seconds between SIGTERM and SIGKILL and no less, so what
   * is to be caught at work must take longer.
   *
   * @param {number} count - how many of the service's pods
   */
  async kill(component, count) {
    const pods = (await this.pods(component)).slice(0, count).map(({ metadata }) => metadata.name);
    if (pods.length === 0) throw new Problem(`There is no pod of ${component} to kill.`);
    await this.kubectl(['delete', 'pod', ...pods, '--grace-period=0', '--force']);
  }

  /** @returns {Promise<number>} ready pods of one service */
  async readyPods(component) {
    const { status } = await this.get('deployment', `${RELEASE}-${component}`);
    return status.readyReplicas ?? 0;
  }

  /** Rows of a query in the usage service's schema, as arrays of texts. */
  async sql(query) {
    const psql =
      'PGPASSWORD=$POSTGRES_PASSWORD psql -h 127.0.0.1 -U $POSTGRES_USER -d filemill -tA -F "|" -c "$0"';
    const { output } = await this.exec('postgres-0', ['sh', '-c', psql, query], {
      namespace: DATA_NAMESPACE,
    });
    return output
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => line.split('|'));
  }
}

/**
 * Asks until the answer is the one that is wanted.
 *
 * @returns {Promise<number>} seconds that it took
 * @throws {Problem} after `withinSeconds`, with the last answer
 */
export async function becomes(what, withinSeconds, ask, isWanted) {
  const startedAt = Date.now();
  for (;;) {
    const answer = await ask();
    const seconds = (Date.now() - startedAt) / 1000;
    if (isWanted(answer)) return seconds;
    if (seconds > withinSeconds) throw new Problem(`${what} is ${answer} after ${withinSeconds} s`);
    await sleep(POLL_MS);
  }
}
