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
  /**
   * Lets seconds pass in which the client takes `bytesPerSecond` while 100 KB wait.
   *
   * @returns the second in which it is too slow
   */
  const read = (seconds: number, bytesPerSecond: number): number | undefined => {
    for (let second = 1; second <= seconds; second++) {
      now += 1_000;
      socket.writableLength = 100 * KB;
      socket.bytesWritten += bytesPerSecond + (second === 1 ? socket.writableLength : 0);
      if (pace.isTooSlow()) return second;
    }
    return undefined;
  };

  it('reports a client that reads nothing as too slow after the grace period', () => {
    expect(read(60, 0)).toBe(30);
  });

  it('reports a client that reads at half of the minimum rate', () => {
    expect(read(60, 10 * KB)).toBe(30);
  });

  it('never reports a client that reads slightly above the minimum rate', () => {
    expect(read(600, 21 * KB)).toBeUndefined();
  });

  it('reports a client that stops after a fast beginning, within two windows', () => {
    expect(read(45, 1_000 * KB)).toBeUndefined();
    socket.bytesWritten -= socket.writableLength;
    expect(read(61, 0)).toBeLessThanOrEqual(60);
  });

  it('never reports a client while nothing waits to be sent to it', () => {
    for (let second = 0; second < 600; second++) {
      now += 1_000;
      socket.bytesWritten += 100;
      expect(pace.isTooSlow()).toBe(false);
    }
    expect(read(60, 0)).toBe(30);
  });
});
