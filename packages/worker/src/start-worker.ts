import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { WorkerName } from '@filemill/catalogue';
import {
  clientConfig,
  createServiceClient,
  ServiceTokens,
  type usage,
  workerTokenConfig,
} from '@filemill/contracts';
import {
  bootstrap,
  type Closable,
  createRedis,
  loadConfig,
  NestLogger,
  observeDisk,
  type Runtime,
  redisConfig,
} from '@filemill/platform';
import { createStore, storageConfig } from '@filemill/storage';
import { NestFactory } from '@nestjs/core';
import { workerConfig } from './config.js';
import { Attempts } from './conversion/attempts.service.js';
import { ConversionChanges } from './conversion/changes.js';
import { ConversionProcessor } from './conversion/conversion.processor.js';
import { closeEngines, createEngineContext, loadEngines } from './engines.js';
import { refuseRoot, startJail } from './jail/self-test.js';
import { checkEngines, lanesOf } from './lanes.js';
import { measureEngines } from './measured-engine.js';
import { WorkerMetrics } from './metrics.js';
import { removeFolder } from './remove-folder.js';
import { SlotHeartbeat } from './slot-heartbeat.js';
import { checkDisk, prepareWorkFolder } from './work-folder.js';
import { WorkerModule } from './worker.module.js';

export interface WorkerOptions {
  /** `worker-image`, `worker-media` or `worker-document`. */
  readonly name: `worker-${WorkerName}`;
  /** Folder of its `*.engine.js` files, ending in a slash. */
  readonly engines: URL;
}

/** Only a net: a worker ends itself after its grace, and the supervisor or the pod has a limit of its own. */
const LONGEST_DRAIN_MS = 65 * 60_000;
/** After the grace: for engines to be stopped and attempts to be handed back. */
const CLOSE_MS = 3_000;
const ANSWER_TIMEOUT_MS = 1_500;

/** Runs one worker process until it is told to end. It does not start without a jail that holds. */
export async function startWorker(options: WorkerOptions): Promise<void> {
  await bootstrap(options.name, (runtime) => start(options, runtime), { drainMs: LONGEST_DRAIN_MS });
}

async function start({ name, engines: engineFolder }: WorkerOptions, runtime: Runtime): Promise<Closable> {
  refuseRoot();
  const config = loadConfig({
    ...workerConfig,
    ...redisConfig,
    ...storageConfig,
    ...clientConfig,
    ...workerTokenConfig,
  });
  const { logger, clock, ops } = runtime;
  const lanes = lanesOf(workerOf(name), config);
  const slots = [...lanes.values()].reduce((sum, count) => sum + count, 0);
  const metrics = new WorkerMetrics(ops.registry);
  const workFolder = await prepareWorkFolder(config.WORK_DIR, name);
  metrics.serves(lanes);
  const jail = await startJail(workFolder, {
    ...metrics.jail,
    onBlind: (error) => logger.warn({ err: error }, 'running jobs could not be looked at'),
  });
  logger.info({ proc: jail.proc }, 'the jail holds');

  const context = createEngineContext(jail, logger, clock, slots, workFolder);
  const engines = measureEngines(await loadEngines(engineFolder, context), metrics);
  checkEngines(workerOf(name), engines.keys());
  const store = await createStore(config);
  const tokens = new ServiceTokens(config.WORKER_TOKEN_SECRET, name);
  const ledger = createServiceClient<usage.UsageServiceClient>('usage', config.USAGE_ADDRESS, tokens);
  const redis = createRedis(config.REDIS_URL, logger);
  const subscriber = createRedis(config.REDIS_URL, logger);
  ops.addCheck('redis', async () => void (await redis.ping()));
  ops.addCheck('usage', () => ledger.waitUntilReady(ANSWER_TIMEOUT_MS));
  ops.addCheck('store', () => store.ping());
  ops.addCheck('disk', () => checkDisk(workFolder, config.WORK_MAX_USED_PERCENT));
  observeDisk(ops.registry, 'work', workFolder);

  const workerId = `${name}-${hostname()}-${process.pid}`;
  const attempts = new Attempts({
    ...{ workerId, workFolder, engines, store, clock, ledger, redis, metrics, logger },
    changes: new ConversionChanges(subscriber, logger),
  });
  const conversions = new ConversionProcessor(attempts, metrics, logger);
  const drainGraceMs = config.DRAIN_GRACE_SECONDS * 1_000;
  const app = await NestFactory.createApplicationContext(
    WorkerModule.register({ redisUrl: config.REDIS_URL, lanes, conversions, drainGraceMs }),
    { logger: new NestLogger(logger) },
  );
  const heartbeat = new SlotHeartbeat(redis, clock, logger, workerId, lanes);
  heartbeat.start();
  return {
    close: async () => {
      await heartbeat.stop();
      // With Redis away BullMQ waits for it without end; the jobs then come back as stalled ones.
      await Promise.race([app.close(), sleep(drainGraceMs + CLOSE_MS)]);
      await closeEngines(engines);
      ledger.close();
      redis.disconnect();
      subscriber.disconnect();
      await removeFolder(workFolder);
    },
  };
}

const workerOf = (name: WorkerOptions['name']): WorkerName => name.slice('worker-'.length) as WorkerName;
