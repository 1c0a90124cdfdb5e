import { describe, expect, it } from '@jest/globals';
import {
  conversionJobSchema,
  jobPriority,
  LAST_PRIORITY,
  laneSecond,
  priorityEpochStartMs,
} from './queues.js';

const WRAP_MS = 2 ** 20 * 1_000;
const NOW_MS = 1_700 * WRAP_MS + 5_000;

const SECOND = laneSecond(NOW_MS);

describe('laneSecond', () => {
  it('equals the clock while no job waits', () => {
    expect(SECOND).toBe(NOW_MS / 1_000);
  });

  it('stands still while a job waits, and is never ahead of the clock', () => {
    expect(laneSecond(NOW_MS + 600_000, SECOND)).toBe(SECOND);
    expect(laneSecond(NOW_MS, SECOND + 3_600)).toBe(SECOND);
  });

  it('falls behind by 25 minutes at most, so no job is overtaken for longer', () => {
    expect(laneSecond(NOW_MS + 1_500_000, SECOND)).toBe(SECOND);
    expect(laneSecond(NOW_MS + 1_560_000, SECOND)).toBe(SECOND + 60);
  });

  it('does not stay before the last wrap, where its jobs would come last', () => {
    expect(laneSecond(NOW_MS, SECOND - 60)).toBe(priorityEpochStartMs(NOW_MS) / 1_000);
  });
});

describe('jobPriority', () => {
  it('is never 0, not even at the moment of the wrap', () => {
    expect(jobPriority(laneSecond(1_700 * WRAP_MS), 0, 0)).toBe(1);
  });

  it('places later jobs, plans with a handicap and owners with many jobs behind', () => {
    const first = jobPriority(SECOND, 0, 0);
    expect(jobPriority(SECOND + 1, 0, 0)).toBe(first + 1);
    expect(jobPriority(SECOND, 300, 0)).toBe(first + 300);
    const penalties = [0, 3, 4, 5, 99, 203, 200_000].map((n) => jobPriority(SECOND, 0, n) - first);
    expect(penalties).toEqual([0, 0, 3, 6, 288, 600, 600]);
  });

  it('stays below the last place, which is below the highest priority of BullMQ (2^21)', () => {
    expect(jobPriority(laneSecond(1_701 * WRAP_MS - 1), 3_600, 200_000)).toBeLessThan(LAST_PRIORITY);
    expect(LAST_PRIORITY).toBeLessThan(2 ** 21);
  });
});

describe('priorityEpochStartMs', () => {
  it('is the last moment at which a priority without handicap was 1', () => {
    const startMs = priorityEpochStartMs(NOW_MS);
    expect(jobPriority(laneSecond(startMs), 0, 0)).toBe(1);
    expect(jobPriority(laneSecond(startMs - 1), 0, 0)).toBe(2 ** 20);
    expect(priorityEpochStartMs(startMs)).toBe(startMs);
  });
});

describe('conversionJobSchema', () => {
  it('refuses a payload that carries more than ids', () => {
    const job = { conversionId: '019be5b2-7c00-7000-8000-000000000001', requestId: 'r' };
    expect(conversionJobSchema.safeParse(job).success).toBe(true);
    expect(conversionJobSchema.safeParse({ ...job, originalFileName: 'x' }).success).toBe(false);
  });
});
