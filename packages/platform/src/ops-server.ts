import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { EVENT_LOOP_LOOK_MS, observeEventLoop } from './metrics.js';

/** Throws while the dependency of that name cannot be used. */
type ReadinessCheck = () => Promise<void> | void;

/** A failed check whose message /readyz shows; the messages of other errors are only logged. */
export class NotReadyError extends Error {}

/** The result of one check. */
interface CheckResult {
  readonly name: string;
  readonly passed: boolean;
  /** Why it failed; only from a {@link NotReadyError}. */
  readonly reason?: string;
}

const CHECK_TIMEOUT_MS = 2_000;
/** Longest age of `dependency_up`; a request for /readyz refreshes it too. */
const LOOK_KEPT_MS = 15_000;
/** prom-client's own samples of the event loop, which are not shown (`observeEventLoop`): as rare as it allows. */
const UNUSED_LOOK_MS = 3_600_000;

/**
 * /healthz (the process lives), /readyz (its dependencies answer) and /metrics, on a port that is not public.
 * It listens before anything else starts, so that an orchestrator sees a slow start as alive and not ready.
 */
export class OpsServer {
  readonly registry = new Registry();
  private readonly checks = new Map<string, ReadinessCheck>();
  private readonly server: Server;
  private ready = false;
  private readonly dependencyUp: Gauge<'dependency'>;
  private lookedAt = Number.NEGATIVE_INFINITY;

  /** @param eventLoopLookMs - time between two samples of the event loop, milliseconds */
  constructor(service: string, eventLoopLookMs = EVENT_LOOP_LOOK_MS) {
    this.registry.setDefaultLabels({ service });
    collectDefaultMetrics({ register: this.registry, eventLoopMonitoringPrecision: UNUSED_LOOK_MS });
    observeEventLoop(this.registry, eventLoopLookMs);
    this.dependencyUp = new Gauge({
      name: 'dependency_up',
      help: 'Whether what the process needs answered, at most 15 s ago',
      labelNames: ['dependency'],
      registers: [this.registry],
      collect: async () => {
        if (performance.now() - this.lookedAt < LOOK_KEPT_MS) return;
        // The other metrics first: they must not include the checks made for this one.
        await nextTurn();
        await this.look();
      },
    });
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
    const results = await this.look();
    const ok = this.ready && results.every(({ passed }) => passed);
    const reasons = results.flatMap(({ name, reason }) => (reason === undefined ? [] : [[name, reason]]));
    const body = JSON.stringify({
      status: ok ? 'ready' : 'not ready',
      started: this.ready,
      checks: Object.fromEntries(results.map(({ name, passed }) => [name, passed])),
      ...(reasons.length > 0 && { reasons: Object.fromEntries(reasons) }),
    });
    return { status: ok ? 200 : 503, type: 'application/json', body };
  }

  /** Runs all checks. */
  private async look(): Promise<CheckResult[]> {
    this.lookedAt = performance.now();
    const results = await Promise.all(
      [...this.checks].map(async ([name, check]) => ({ name, ...(await resultOf(check)) })),
    );
    for (const { name: dependency, passed } of results) this.dependencyUp.set({ dependency }, passed ? 1 : 0);
    return results;
  }
}

async function resultOf(check: ReadinessCheck): Promise<Omit<CheckResult, 'name'>> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<{ passed: false }>((resolve) => {
    timer = setTimeout(() => resolve({ passed: false }), CHECK_TIMEOUT_MS);
  });
  const run = Promise.resolve()
    .then(check)
    .then(
      () => ({ passed: true }),
      (error: unknown) => ({
        passed: false,
        ...(error instanceof NotReadyError && { reason: error.message }),
      }),
    );
  return Promise.race([run, timeout]).finally(() => clearTimeout(timer));
}
