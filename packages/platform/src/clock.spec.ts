import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createClock, systemClock } from './clock.js';

const HOUR = 3_600_000;

describe('createClock', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'filemill-clock-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('follows the offset file in test mode', async () => {
    const file = join(folder, 'offset');
    const clock = createClock({ TEST_MODE: true, CLOCK_OFFSET_FILE: file });
    expect(Math.abs(clock.nowMs() - Date.now())).toBeLessThan(50);
    writeFileSync(file, String(HOUR));
    await sleep(150);
    expect(Math.abs(clock.nowMs() - Date.now() - HOUR)).toBeLessThan(50);
  });

  it('cannot be shifted outside of test mode', () => {
    expect(createClock({ TEST_MODE: false, CLOCK_OFFSET_FILE: join(folder, 'offset') })).toBe(systemClock);
  });
});
