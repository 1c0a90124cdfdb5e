import { readFileSync } from 'node:fs';
import { Gauge } from 'prom-client';
import type { Logger } from './logger.js';
import { NotReadyError, type OpsServer } from './ops-server.js';

/** The source of business time. SQL gets these instants as parameters and never calls the database's `now()`. */
export interface Clock {
  /** Unix milliseconds. */
  nowMs(): number;
}

/** The clock of this machine. */
export const systemClock: Clock = { nowMs: () => Date.now() };

/** How long an offset is cached before its file is read again. */
const OFFSET_TTL_MS = 100;

/**
 * The system's clock, or in test mode one that is shifted by the milliseconds in a file, so that a test moves the time
 * of the whole stack, or of one process.
 */
export function createClock(config: { TEST_MODE: boolean; CLOCK_OFFSET_FILE?: string | undefined }): Clock {
  const file = config.CLOCK_OFFSET_FILE;
  if (!config.TEST_MODE || !file) return systemClock;
  let offsetMs = 0;
  let readAt = 0;
  return {
    nowMs() {
      const now = Date.now();
      if (now - readAt >= OFFSET_TTL_MS) {
        readAt = now;
        offsetMs = readOffset(file) ?? offsetMs;
      }
      return now + offsetMs;
    },
  };
}

/** Undefined if a drill has left this process without file descriptors to read it. */
function readOffset(file: string): number | undefined {
  try {
    return Number.parseInt(readFileSync(file, 'utf8'), 10) || 0;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return 0;
    if (code === 'EMFILE') return undefined;
    throw error;
  }
}

/**
 * How far a machine's clock may be off. Tokens between services live 60 s and have a leeway of 60 s (`ServiceTokens`):
 * beyond this, calls from or to such a machine are refused.
 */
const MAX_CLOCK_SKEW_MS = 120_000;

/** A clock that several processes can read. */
export interface SharedClock {
  /** Name of its owner, such as `Redis`. */
  readonly name: string;
  /** Unix milliseconds. */
  readonly read: () => Promise<number>;
}

/**
 * Compares the clock of this machine with a shared one at every readiness check, which fails above 120 s. It uses the
 * machine's own clock, never the business clock that tests move. If the shared clock cannot be read, the check passes:
 * its server has a check of its own.
 *
 * @param ownMs - the machine's clock, Unix milliseconds
 */
export function watchClock(
  { ops, logger }: { readonly ops: OpsServer; readonly logger: Logger },
  shared: SharedClock,
  ownMs: () => number = () => Date.now(),
): void {
  const gauge = new Gauge({
    name: 'clock_skew_seconds',
    help: 'How far the clock of this machine is ahead of the shared one, at least; negative if it is behind',
    registers: [ops.registry],
  });
  // Otherwise it would start at 0, as if the clocks had been compared.
  gauge.remove();
  let wasOff = false;
  ops.addCheck('clock', async () => {
    const skewMs = await skewOf(shared, ownMs).catch(() => undefined);
    if (skewMs === undefined) return gauge.remove();
    gauge.set(skewMs / 1_000);
    const isOff = Math.abs(skewMs) > MAX_CLOCK_SKEW_MS;
    const said = `the clock of this machine is ${sayingOf(skewMs)} that of ${shared.name}; ${MAX_CLOCK_SKEW_MS / 1_000} s at most are allowed`;
    if (isOff && !wasOff) logger.error({ skewMs }, said);
    wasOff = isOff;
    if (isOff) throw new NotReadyError(said);
  });
}

/** The smallest difference that explains the answer, which was made between request and receipt. */
async function skewOf({ read }: SharedClock, ownMs: () => number): Promise<number> {
  const askedMs = ownMs();
  const sharedMs = await read();
  const answeredMs = ownMs();
  if (sharedMs < askedMs) return askedMs - sharedMs;
  return sharedMs > answeredMs ? answeredMs - sharedMs : 0;
}

const sayingOf = (skewMs: number): string =>
  `${Math.round(Math.abs(skewMs) / 1_000)} s ${skewMs > 0 ? 'ahead of' : 'behind'}`;
