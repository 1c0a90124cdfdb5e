import { describe, expect, it } from '@jest/globals';
import { conversionJobSchema, jobPriority, priorityEpochStartMs } from './queues.js';

const WRAP_MS = 2 ** 20 * 1_000;
const NOW_MS = 1_700 * WRAP_MS + 5_000;

describe('jobPriority', () => {
  it('is never 0, not even at the moment of the wrap', () => {
    expect(jobPriority(1_700 * WRAP_MS, 0, 0)).toBe(1);
  });

  it('puts later, handicapped and crowding jobs behind', () => {
    const first = jobPriority(NOW_MS, 0, 0);
    expect(jobPriority(NOW_MS + 1_000, 0, 0)).toBe(first + 1);
    expect(jobPriority(NOW_MS, 300, 0)).toBe(first + 300);
    expect(jobPriority(NOW_MS, 0, 3)).toBe(first + 15);
  });

  it('stays below the highest priority of BullMQ (2^21)', () => {
    expect(jobPriority(1_701 * WRAP_MS - 1, 3_600, 1_000)).toBeLessThan(2 ** 21);
  });
});

describe('priorityEpochStartMs', () => {
  it('is the last moment at which a priority without handicap was 1', () => {
    const startMs = priorityEpochStartMs(NOW_MS);
    expect(jobPriority(startMs, 0, 0)).toBe(1);
    expect(jobPriority(startMs - 1, 0, 0)).toBe(2 ** 20);
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
