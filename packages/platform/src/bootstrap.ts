import 'reflect-metadata';
import { type DynamicModule, type INestApplication, type INestMicroservice, Module } from '@nestjs/common';
import { type Clock, createClock } from './clock.js';
import { ConfigError, loadConfig, platformConfig } from './config.js';
import { createLogger, type Logger } from './logger.js';
import { OpsServer } from './ops-server.js';
import { startTracing, tracingConfig } from './tracing.js';

/** Configuration, log, clock and ops server: what every process has before its own modules exist. */
export interface Runtime {
  readonly service: string;
  readonly logger: Logger;
  readonly clock: Clock;
  readonly ops: OpsServer;
  readonly listenHost: string;
}

/** The part of a Nest application, or of anything else, that the bootstrap needs. */
export type Closable = Pick<INestApplication | INestMicroservice, 'close'>;

/** Longest time for a clean end after SIGTERM; then the process exits anyway. */
const DEFAULT_DRAIN_MS = 130_000;

/**
 * Starts one process: configuration, log, ops port, then `start`; on SIGTERM or SIGINT it turns not ready, closes what
 * `start` returned and exits 0. A failure to start is one log line and exit code 1; wrong configuration exits with 78
 * (EX_CONFIG of sysexits.h) after naming every wrong variable.
 *
 * @param service - name in logs and metrics, such as `usage`
 * @param start - builds and starts the application
 */
export async function bootstrap(
  service: string,
  start: (runtime: Runtime) => Promise<Closable>,
  options: { drainMs?: number } = {},
): Promise<void> {
  let logger = createLogger(service, 'info');
  try {
    const config = loadConfig({ ...platformConfig, ...tracingConfig });
    logger = createLogger(service, config.LOG_LEVEL);
    const endTracing = await startTracing(service, config, logger);
    const ops = new OpsServer(service, config.EVENT_LOOP_LOOK_MS);
    await ops.listen(config.LISTEN_HOST, config.OPS_PORT);
    const runtime: Runtime = {
      service,
      logger,
      clock: createClock(config),
      ops,
      listenHost: config.LISTEN_HOST,
    };
    const app = await start(runtime);
    ops.setReady(true);
    logger.info({ opsPort: config.OPS_PORT }, 'started');
    const drainMs = options.drainMs ?? DEFAULT_DRAIN_MS;
    for (const signal of ['SIGTERM', 'SIGINT'] as const)
      process.once(signal, () => void stop(runtime, app, endTracing, drainMs));
  } catch (error) {
    if (error instanceof ConfigError) {
      process.stderr.write(`${error.message}\n`);
      process.exit(78);
    }
    logger.fatal({ err: error }, 'could not start');
    process.exit(1);
  }
  process.on('unhandledRejection', (error) => {
    // An unhandled rejection is a defect: exit, and let the supervisor start a clean process.
    logger.fatal({ err: error }, 'unhandled rejection');
    process.exit(1);
  });
}

async function stop(
  { ops, logger }: Runtime,
  app: Closable,
  endTracing: () => Promise<void>,
  drainMs: number,
): Promise<void> {
  ops.setReady(false);
  const timer = setTimeout(() => {
    logger.error('did not drain in time');
    process.exit(1);
  }, drainMs);
  timer.unref();
  try {
    await app.close();
    await ops.close();
    await endTracing();
    logger.info('stopped');
    process.exit(0);
  } catch (error) {
    logger.error({ err: error }, 'failed to stop cleanly');
    process.exit(1);
  }
}

/** Injection token of the {@link Runtime}. */
export const RUNTIME = Symbol('runtime');

/** Gives every provider of an application the runtime of its process. */
@Module({})
export class RuntimeModule {
  static register(runtime: Runtime): DynamicModule {
    return {
      module: RuntimeModule,
      global: true,
      providers: [{ provide: RUNTIME, useValue: runtime }],
      exports: [RUNTIME],
    };
  }
}
