import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { runInNewContext } from 'node:vm';
import type { Runtime } from './bootstrap.js';
import { type Clock, systemClock } from './clock.js';
import { createLogger } from './logger.js';
import { OpsServer } from './ops-server.js';

export { platformConfig } from './config.js';
export { buildGoTools, GoTool, S3_SERVER, STRIPE_MOCK, STRIPE_SPEC } from './go-tool.js';

/** Below the ports that Linux gives to connections: none of them takes the port before the server of the test does. */
const [FIRST_PORT, LAST_PORT] = [20_000, 32_000];

/** A loopback port that nobody listens on, for a server of a test. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST_PORT, LAST_PORT);
    const server = createServer().listen(port, '127.0.0.1');
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    server.close();
    await once(server, 'close');
    return port;
  }
}

/**
 * Polls until `isRight`, for at most `timeoutMs`: a machine may be slow.
 *
 * @returns the last value, for an assertion
 */
export async function eventually<T>(
  look: () => T | Promise<T>,
  isRight: (seen: T) => boolean,
  timeoutMs = 10_000,
): Promise<T> {
  const giveUpAt = performance.now() + timeoutMs;
  for (;;) {
    const seen = await look();
    if (isRight(seen) || performance.now() > giveUpAt) return seen;
    await sleep(10);
  }
}

/** Linear work on a few hundred kilobytes ends long before this, even on a busy machine. */
const ENDLESS_MS = 30_000;

/**
 * Runs work on hostile input, and ends it if it cannot be linear: a quadratic match would block the test for minutes or
 * days.
 *
 * @throws {Error} ERR_SCRIPT_EXECUTION_TIMEOUT after half a minute
 */
export const inLinearTime = <T>(work: () => T): T =>
  runInNewContext('work()', { work }, { timeout: ENDLESS_MS }) as T;

/**
 * The runtime of a service that a test starts in its own process: a silent log, and an ops server that does not listen.
 */
export const testRuntime = (service: string, clock: Clock = systemClock): Runtime => ({
  service,
  logger: createLogger(service, 'silent'),
  clock,
  ops: new OpsServer(service),
  listenHost: '127.0.0.1',
});
