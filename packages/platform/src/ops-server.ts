import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { collectDefaultMetrics, Registry } from 'prom-client';

/** Throws while the dependency of that name cannot be used. */
export type ReadinessCheck = () => Promise<void> | void;

const CHECK_TIMEOUT_MS = 2_000;
/** prom-client's 10 ms would wake an idle process a hundred times a second: 1.5 % of two cores for nine of them. */
const EVENT_LOOP_LOOK_MS = 100;

/**
 * /healthz (the process lives), /readyz (its dependencies answer) and /metrics, on a port that is not public.
 * It listens before anything else starts, so that an orchestrator sees a slow start as alive and not ready.
 */
export class OpsServer {
  readonly registry = new Registry();
  private readonly checks = new Map<string, ReadinessCheck>();
  private readonly server: Server;
  private ready = false;

  constructor(service: string) {
    this.registry.setDefaultLabels({ service });
    collectDefaultMetrics({ register: this.registry, eventLoopMonitoringPrecision: EVENT_LOOP_LOOK_MS });
    this.server = createServer((request, response) => {
      void this.answer(request.url ?? '/').then(({ status, type, body }) => {
        response.writeHead(status, { 'content-type': type }).end(body);
      });
    });
  }

  addCheck(name: string, check: ReadinessCheck): void {
    this.checks.set(name, check);
  }

  /** Called once the service can work, and with `false` when it begins to drain. */
  setReady(ready: boolean): void {
    this.ready = ready;
  }

  async listen(host: string, port: number): Promise<number> {
    await new Promise<void>((resolve, reject) => {
      this.server.once('error', reject).listen(port, host, resolve);
    });
    return (this.server.address() as AddressInfo).port;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async answer(url: string): Promise<{ status: number; type: string; body: string }> {
    if (url === '/healthz') return { status: 200, type: 'application/json', body: '{"status":"ok"}' };
    if (url === '/metrics') {
      return { status: 200, type: this.registry.contentType, body: await this.registry.metrics() };
    }
    if (url !== '/readyz') return { status: 404, type: 'application/json', body: '{"status":"not found"}' };
    const results = await Promise.all(
      [...this.checks].map(async ([name, check]) => [name, await passes(check)] as const),
    );
    const ok = this.ready && results.every(([, passed]) => passed);
    const body = JSON.stringify({
      status: ok ? 'ready' : 'not ready',
      started: this.ready,
      checks: Object.fromEntries(results),
    });
    return { status: ok ? 200 : 503, type: 'application/json', body };
  }
}

async function passes(check: ReadinessCheck): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), CHECK_TIMEOUT_MS);
  });
  const run = Promise.resolve()
    .then(check)
    .then(
      () => true,
      () => false,
    );
  return Promise.race([run, timeout]).finally(() => clearTimeout(timer));
}
