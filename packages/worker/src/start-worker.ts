import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  clientConfig,
  createServiceClient,
  ServiceTokens,
  type usage,
  workerTokenConfig,
} from '@filemill/contracts';
import { headerLimits, ReadingThreads, type WorkerName } from '@filemill/formats';
import {
  bootstrap,
  type Closable,
  createRedis,
  type Logger,
  loadConfig,
  NestLogger,
  observeDisk,
  type Runtime,
  redisClock,
  redisConfig,
  watchClock,
} from '@filemill/platform';
import type { Lane } from '@filemill/product';
import { createStore, storageConfig } from '@filemill/storage';
import { NestFactory } from '@nestjs/core';
import { workerConfig } from './config.js';
import { StoppedAttempts } from './conversion/attempt-watch.js';
import { Attempts } from './conversion/attempts.js';
import { ConversionProcessor } from './conversion/conversion-processor.js';
import { measureEngines } from './conversion/measured-engine.js';
import { WorkerMetrics } from './conversion/metrics.js';
import { closeEngines, createEngineContext, loadEngines } from './engines/engines.js';
import { removeFolder } from './jail/remove-folder.js';
import { refuseRoot, startJail } from './jail/self-test.js';
import { createJoiners } from './joining/joiners.js';
import { availableMemoryBytes, checkEngines, type LaneSlots, lanesOf, planMemory } from './lanes.js';
import { enginesOf } from './limits/job-memory.js';
import { SlotHeartbeat } from './slot-heartbeat.js';
import { checkDisk, prepareWorkFolder } from './work-folder.js';
import { WorkerModule } from './worker.module.js';

interface WorkerOptions {
  /** `worker-image`, `worker-media` or `worker-document`. */
  readonly name: `worker-${WorkerName}`;
  /** Folder of its `*.engine.js` files, ending in a slash. */
  readonly engines: URL;
}

/** Only a safety net: a worker ends itself after its grace period, and the supervisor or pod has its own limit. */
const LONGEST_DRAIN_MS = 65 * 60_000;
/** After the grace period: time to stop engines and return attempts. */
const CLOSE_MS = 3_000;
const ANSWER_TIMEOUT_MS = 1_500;

/** Runs one worker process until SIGTERM. It does not start without a jail that passes its test. */
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
  const lanes = fitLanes(lanesOf(workerOf(name), config), config.MEMORY_BYTES, logger);
  const slots = [...lanes.values()].reduce((sum, count) => sum + count, 0);
  const metrics = new WorkerMetrics(ops.registry);
  const workFolder = await prepareWorkFolder(config.WORK_DIR, name);
  metrics.serves(lanes);
  const jail = await startJail(workFolder, {
    ...metrics.jail,
    onCheckFailed: (error) => logger.warn({ err: error }, 'could not check memory and disk of running jobs'),
  });
  logger.info({ proc: jail.proc }, 'jail test passed');

  const reading = new ReadingThreads(headerLimits(slots));
  const context = createEngineContext(jail, logger, clock, slots, workFolder, reading);
  const used = enginesOf(lanes.keys());
  const engines = measureEngines(await loadEngines(engineFolder, context, (id) => used.has(id)), metrics);
  checkEngines(workerOf(name), engines.keys());
  const joiners = createJoiners(workerOf(name), context);
  const store = await createStore(config);
  const tokens = new ServiceTokens(config.WORKER_TOKEN_SECRET, name);
  const ledger = createServiceClient<usage.UsageService>('usage', config.USAGE_ADDRESS, tokens);
  const redis = createRedis(config.REDIS_URL, logger);
  const subscriber = createRedis(config.REDIS_URL, logger);
  ops.addCheck('redis', async () => void (await redis.ping()));
  watchClock(runtime, redisClock(redis));
  ops.addCheck('usage', () => ledger.waitUntilReady(ANSWER_TIMEOUT_MS));
  ops.addCheck('store', () => store.ping());
  ops.addCheck('disk', () => checkDisk(workFolder, config.WORK_MAX_USED_PERCENT));
  observeDisk(ops.registry, 'work', workFolder);

  const workerId = `${name}-${hostname()}-${process.pid}`;
  const attempts = new Attempts({
    ...{ workerId, workFolder, engines, joiners, reading, store, clock, ledger, redis, metrics, logger },
    stopped: new StoppedAttempts(subscriber, logger),
  });
  const conversions = new ConversionProcessor(attempts, metrics, logger);
  const drainGraceMs = config.DRAIN_GRACE_SECONDS * 1_000;
  const app = await NestFactory.createApplicationContext(
    WorkerModule.register({ redisUrl: config.REDIS_URL, lanes, conversions, drainGraceMs }),
    { logger: new NestLogger(logger) },
  );
  const heartbeat = new SlotHeartbeat(redis, logger, workerId, lanes);
  heartbeat.start();
  return {
    close: async () => {
      await heartbeat.stop();
      // If Redis is unreachable BullMQ waits for it without end; the jobs later return as stalled ones.
      await Promise.race([app.close(), sleep(drainGraceMs + CLOSE_MS)]);
      await closeEngines(engines);
      await reading.close();
      ledger.close();
      redis.disconnect();
      subscriber.disconnect();
      await removeFolder(workFolder);
    },
  };
}

/** @throws {Error} for configured slots that do not fit the memory */
function fitLanes(
  wanted: ReadonlyMap<Lane, LaneSlots>,
  memoryBytes = availableMemoryBytes(),
  logger: Logger,
): ReadonlyMap<Lane, number> {
  const { lanes, neededBytes, fits, lowered } = planMemory(wanted, memoryBytes);
  const figures = { slots: Object.fromEntries(lanes), neededBytes, memoryBytes };
  if (!fits)
    logger.warn(
      figures,
      'this memory does not hold one conversion of each lane at its limits: the kernel may end one that takes much',
    );
  else if (lowered)
    logger.warn(figures, 'fewer slots than cores: more conversions at once would not fit this memory');
  else logger.info(figures, 'all conversions at once fit the memory');
  return lanes;
}

const workerOf = (name: WorkerOptions['name']): WorkerName => name.slice('worker-'.length) as WorkerName;
