import { beforeEach, describe, expect, it } from '@jest/globals';
import { ReaderPace } from './reader-pace.js';

const KB = 1_000;

describe('ReaderPace', () => {
  let now: number;
  let socket: { bytesWritten: number; writableLength: number };
  let pace: ReaderPace;
  beforeEach(() => {
    now = 1_000;
    socket = { bytesWritten: 500 * KB, writableLength: 0 };
    pace = new ReaderPace(socket, { bytesPerSecond: 20 * KB, windowMs: 30_000 }, () => now);
  });
  /** Lets seconds pass, in each of which so much is taken while 100 KB wait. @returns when it was too slow first */
  const read = (seconds: number, bytesPerSecond: number): number | undefined => {
    for (let second = 1; second <= seconds; second++) {
      now += 1_000;
      socket.writableLength = 100 * KB;
      socket.bytesWritten += bytesPerSecond + (second === 1 ? socket.writableLength : 0);
      if (pace.isTooSlow()) return second;
    }
    return undefined;
  };

  it('ends the reader who takes nothing once the grace is over', () => {
    expect(read(60, 0)).toBe(30);
  });

  it('ends the reader who takes half of the least rate', () => {
    expect(read(60, 10 * KB)).toBe(30);
  });

  it('never ends the reader who takes a little more than the least rate', () => {
    expect(read(600, 21 * KB)).toBeUndefined();
  });

  it('ends the reader who stops after a fast beginning, within two windows', () => {
    expect(read(45, 1_000 * KB)).toBeUndefined();
    socket.bytesWritten -= socket.writableLength;
    expect(read(61, 0)).toBeLessThanOrEqual(60);
  });

  it('never ends a reader for whom nothing is there', () => {
    for (let second = 0; second < 600; second++) {
      now += 1_000;
      socket.bytesWritten += 100;
      expect(pace.isTooSlow()).toBe(false);
    }
    expect(read(60, 0)).toBe(30);
  });
});
