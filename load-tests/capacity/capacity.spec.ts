import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { DOCUMENT, renewed } from './document.ts';
import { LIMITS } from './inputs.ts';
import { breakingPoints, capacityOf } from './model.ts';
import { simulateLane, simulateRise } from './simulate.ts';

describe('docs/capacity.md', () => {
  it('holds the tables that the model makes', () => {
    expect(readFileSync(DOCUMENT, 'utf8')).toBe(renewed());
  });
});

describe('simulateLane', () => {
  it('has the mean wait of the Pollaczek-Khinchine formula for one slot', () => {
    const [utilisation, variation] = [0.5, 1];
    const lane = { arrivals: utilisation, serviceSeconds: 1, variation, slots: 1 };
    const expected = (utilisation * (1 + variation ** 2)) / (2 * (1 - utilisation));
    const { meanWaitSeconds } = simulateLane(lane);
    expect(meanWaitSeconds / expected).toBeGreaterThan(0.85);
    expect(meanWaitSeconds / expected).toBeLessThan(1.15);
  });

  it('has growing waits if more jobs arrive than the slots can convert', () => {
    const lane = { arrivals: 12, serviceSeconds: 1, variation: 1, slots: 10 };
    expect(simulateLane(lane).p95WaitSeconds).toBeGreaterThan(50);
  });
});

describe('simulateRise', () => {
  const lane = { mean: 5, peak: 15, serviceSeconds: 1, variation: 1 };
  const scaler = { utilisation: 0.75, slotsOfPod: 4, mostSlots: 40 };

  it('has longer waits if pods start later', () => {
    const soon = simulateRise(lane, scaler).mostWaitSeconds;
    const late = simulateRise(lane, { ...scaler, startSeconds: 180 }).mostWaitSeconds;
    expect(soon).toBeGreaterThan(1);
    expect(late).toBeGreaterThan(2 * soon);
  });
});

describe('breakingPoints', () => {
  it('are the loads at which the model reaches a limit', () => {
    const { perDay } = breakingPoints().find(({ part }) => part.startsWith('S3 writes')) ?? { perDay: 0 };
    expect(capacityOf(perDay).store.putsPerSecond).toBeCloseTo(LIMITS.s3WritesPerPrefix);
  });
});
