import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { createClock, systemClock, watchClock } from './clock.js';
import { testRuntime } from './testing.js';

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

const NOW_MS = Date.parse('2027-01-01T00:00:00Z');

describe('watchClock', () => {
  let runtime: ReturnType<typeof testRuntime>;
  let url: string;
  let sharedMs: () => Promise<number>;
  let ownMs: () => number;

  beforeEach(async () => {
    runtime = testRuntime('test');
    runtime.ops.setReady(true);
    url = `http://127.0.0.1:${await runtime.ops.listen('127.0.0.1', 0)}`;
    ownMs = () => NOW_MS;
    sharedMs = async () => NOW_MS;
    watchClock(runtime, { name: 'Redis', read: () => sharedMs() }, () => ownMs());
  });
  afterEach(() => runtime.ops.close());

  const readiness = async () => {
    const response = await fetch(`${url}/readyz`);
    const { checks, reasons } = (await response.json()) as { checks: object; reasons?: object };
    return { status: response.status, checks, reasons };
  };
  const skew = async () =>
    /^clock_skew_seconds\{[^}]*\} (\S+)$/m.exec(await (await fetch(`${url}/metrics`)).text())?.[1];

  it('accepts a clock that is two minutes off, and refuses a larger difference', async () => {
    for (const [offMs, status] of [
      [120_000, 200],
      [-120_000, 200],
      [120_001, 503],
      [-120_001, 503],
    ] as const) {
      ownMs = () => NOW_MS + offMs;
      expect([offMs, (await readiness()).status]).toEqual([offMs, status]);
    }
  });

  it('reports the difference in the readiness answer and once in the log', async () => {
    const error = jest.spyOn(runtime.logger, 'error');
    ownMs = () => NOW_MS - 312_000;
    const clock = 'the clock of this machine is 312 s behind that of Redis; 120 s at most are allowed';
    for (let times = 0; times < 2; times++)
      expect(await readiness()).toEqual({ status: 503, checks: { clock: false }, reasons: { clock } });
    expect(error.mock.calls).toEqual([[{ skewMs: -312_000 }, clock]]);
    expect(await skew()).toBe('-312');
    ownMs = () => NOW_MS;
    expect(await readiness()).toEqual({ status: 200, checks: { clock: true }, reasons: undefined });
  });

  it('does not count a late answer as a difference', async () => {
    let ownNow = NOW_MS;
    ownMs = () => ownNow;
    sharedMs = async () => {
      ownNow += 600_000; // the process was frozen between question and receipt
      return NOW_MS + 300_000;
    };
    expect((await readiness()).status).toBe(200);
    expect(await skew()).toBe('0');
  });

  it('reports nothing when the shared clock cannot be read', async () => {
    ownMs = () => NOW_MS - 312_000;
    expect((await readiness()).status).toBe(503);
    sharedMs = () => Promise.reject(new Error('redis is unreachable'));
    expect(await readiness()).toEqual({ status: 200, checks: { clock: true }, reasons: undefined });
    expect(await skew()).toBeUndefined();
  });
});
