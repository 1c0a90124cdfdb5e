import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from '@jest/globals';
import { dataFolder } from './stack.js';

const OFFSET_FILE = join(dataFolder, 'clock-offset-ms');

/**
 * Shifts the time of the whole stack.
 *
 * @param offsetMs - ms ahead of the real time
 * @throws {Error} if other tests use the stack: their conversions would time out, and their users' periods would end
 */
export async function moveClock(offsetMs: number): Promise<void> {
  const { testPath = '' } = expect.getState();
  if (!testPath.includes('.alone-spec.')) throw new Error('Only a test that runs alone may move the clock.');
  writeFileSync(OFFSET_FILE, String(offsetMs));
  await sleep(300); // every process caches the offset for 100 ms
}

export const resetClock = (): void => rmSync(OFFSET_FILE, { force: true });
