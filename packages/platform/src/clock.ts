import { readFileSync } from 'node:fs';

/** The source of business time. SQL gets these instants as parameters and never calls the database's `now()`. */
export interface Clock {
  /** Unix milliseconds. */
  nowMs(): number;
}

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
