import { describe, expect, it } from '@jest/globals';
import { BackgroundLoop } from './background-loop.js';
import { createLogger } from './logger.js';

const logger = createLogger('test', 'silent');

describe('BackgroundLoop', () => {
  it('runs once more for all wake-ups during a run, never twice at once, and continues after a failure', async () => {
    const release: (() => void)[] = [];
    let [running, most] = [0, 0];
    const work = async () => {
      most = Math.max(most, ++running);
      await new Promise<void>((resolve) => release.push(resolve));
      running--;
      if (release.length === 1) throw new Error('the first fails');
    };
    const loop = new BackgroundLoop('test', 60_000, work, logger);
    loop.start();
    for (let i = 0; i < 5; i++) loop.wake();
    release[0]?.();
    await new Promise(setImmediate);
    expect([release.length, most]).toEqual([2, 1]);
    const stopped = loop.stop();
    loop.wake();
    release[1]?.();
    await stopped;
    expect(release.length).toBe(2);
  });
});
