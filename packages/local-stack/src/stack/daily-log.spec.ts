import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { DailyLog } from './daily-log.ts';

const DAY_MS = 86_400_000;
let folder: string;
let nowMs: number;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'log-'));
  nowMs = Date.parse('2026-03-01T23:59:00Z');
});
afterEach(() => rmSync(folder, { recursive: true }));

const open = () => new DailyLog(folder, 'gateway', () => nowMs);
const write = (log: DailyLog, text: string) =>
  new Promise<void>((resolve) => log.write(text, () => resolve()));
const read = (name: string) => readFileSync(join(folder, name), 'utf8');

describe('DailyLog', () => {
  it('rotates the file at the end of each day, UTC', async () => {
    const log = open();
    await write(log, 'first\n');
    nowMs += 120_000;
    await write(log, 'second\n');
    expect([read('gateway.2026-03-01.log'), read('gateway.log')]).toEqual(['first\n', 'second\n']);
  });
  it('continues the file of today, and rotates one of an earlier day, after a restart', async () => {
    writeFileSync(join(folder, 'gateway.log'), 'old\n');
    utimesSync(join(folder, 'gateway.log'), nowMs / 1_000, nowMs / 1_000);
    await write(open(), 'same day\n');
    expect(read('gateway.log')).toBe('old\nsame day\n');
    utimesSync(join(folder, 'gateway.log'), nowMs / 1_000, nowMs / 1_000);
    nowMs += DAY_MS;
    await write(open(), 'next day\n');
    expect([read('gateway.2026-03-01.log'), read('gateway.log')]).toEqual(['old\nsame day\n', 'next day\n']);
  });
  it('removes its files older than 30 days, and no other files', async () => {
    const names = ['gateway.2026-01-29.log', 'gateway.2026-01-30.log', 'usage.2020-01-01.log', 'gateway.txt'];
    for (const name of names) writeFileSync(join(folder, name), 'x');
    await write(open(), 'now\n');
    expect(readdirSync(folder).sort()).toEqual(['gateway.log', ...names.slice(1)].sort());
  });
  it('does the same for a process that writes nothing', async () => {
    jest.useFakeTimers();
    const log = open();
    await write(log, 'last words\n');
    nowMs += DAY_MS;
    jest.advanceTimersByTime(3_600_000);
    expect(readdirSync(folder)).toEqual(['gateway.2026-03-01.log']);
    nowMs += 31 * DAY_MS;
    jest.advanceTimersByTime(3_600_000);
    expect(readdirSync(folder)).toEqual([]);
    jest.useRealTimers();
  });
});
