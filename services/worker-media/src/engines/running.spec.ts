import type { RunResult } from '@filemill/worker';
import { describe, expect, it } from '@jest/globals';
import { failureOf } from './failures.js';
import { readProgress } from './progress.js';
import { ThreadShare } from './thread-share.js';

describe('readProgress', () => {
  it('reports rising fractions, however the lines are split', () => {
    const seen: number[] = [];
    const take = readProgress(2_000, (fraction) => seen.push(fraction));
    for (const piece of [
      'frame=1\nout_time_us=50',
      '0000\nprogress=continue\nout_time_us=400000\n',
      'out_time_us=N/A\nout_time_us=9000000\n',
    ]) {
      take(Buffer.from(piece));
    }
    expect(seen).toEqual([0.25, 1]);
  });

  it('reports nothing without a duration', () => {
    const take = readProgress(undefined, () => {
      throw new Error('reported');
    });
    take(Buffer.from('out_time_us=500000\n'));
  });
});

describe('readProgress of a process under an attacker’s control', () => {
  it('keeps nothing of endless output without a newline, and reads the next line', () => {
    const seen: number[] = [];
    const take = readProgress(2_000, (fraction) => seen.push(fraction));
    const piece = Buffer.alloc(1024 ** 2, 'x');
    const before = process.memoryUsage().heapUsed;
    for (let count = 0; count < 64; count++) take(piece);
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(32 * 1024 ** 2);
    take(Buffer.from('\nout_time_us=500000\n'));
    expect(seen).toEqual([0.25]);
  });
});

describe('failureOf', () => {
  const ended = (stderr: string, exitCode = 1): RunResult => ({
    exitCode,
    exitSignal: null,
    stdout: '',
    stderr,
    wallMs: 1,
  });

  it.each([
    ['/job/in/in.mp4: Invalid data found when processing input', 1, 'FILE_CORRUPT'],
    ['', 69, 'FILE_CORRUPT'],
    ['[mov] this file is encrypted', 1, 'FILE_ENCRYPTED'],
    ['Error initializing output stream 0:0', 1, 'ENGINE_FAILED'],
  ])('distinguishes an error of the file from one of ours: %s', (stderr, exitCode, code) => {
    expect(failureOf(ended(stderr, exitCode)).code).toBe(code);
  });

  it('does not show the message to the caller', () => {
    expect(JSON.stringify(failureOf(ended('/job/in/secret-name')).params)).toBe('{}');
  });
});

describe('ThreadShare', () => {
  it('gives a single video every core, and shares the cores with a second one', () => {
    const share = new ThreadShare(4);
    const first = share.take(true);
    const second = share.take(true);
    expect([first.threads, second.threads, share.take(false).threads]).toEqual([4, 2, 1]);
    first[Symbol.dispose]();
    second[Symbol.dispose]();
    expect(share.take(true).threads).toBe(4);
  });
});
