import type { UsageClient } from '@filemill/contracts';
import { AppError } from '@filemill/errors';
import { DEFAULT_PLANS } from '@filemill/plans';
import { testRuntime } from '@filemill/platform/testing';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { PlanTables } from './plan-tables.js';

describe('PlanTables', () => {
  const getPlans = jest.fn<UsageClient['getPlans']>();
  let version: number;
  let tables: PlanTables;
  beforeEach(() => {
    jest.useFakeTimers();
    version = 1;
    getPlans.mockReset().mockImplementation(async () => ({ version, plans: DEFAULT_PLANS }));
    tables = new PlanTables({ getPlans } as Partial<UsageClient> as UsageClient, testRuntime('gateway'));
  });
  afterEach(() => {
    jest.useRealTimers();
  });
  const versionAfter = async (ms: number): Promise<number> => {
    await jest.advanceTimersByTimeAsync(ms);
    return (await tables.get()).version;
  };

  it('reads once for all simultaneous first callers', async () => {
    const [one, other] = await Promise.all([tables.get(), tables.get()]);
    expect([one.plans, other.version, getPlans.mock.calls.length]).toEqual([DEFAULT_PLANS, 1, 1]);
  });

  it('shows a change after 15 s when it is in use, and at once after 40 s without use', async () => {
    await tables.get();
    version = 2;
    expect(await versionAfter(14_999)).toBe(1);
    expect(await versionAfter(1)).toBe(1);
    expect(await versionAfter(1)).toBe(2);
    version = 3;
    expect(await versionAfter(40_000)).toBe(3);
  });

  it('keeps the last plan table while usage is unreachable, and asks every 5 s', async () => {
    getPlans.mockRejectedValueOnce(new AppError('UNAVAILABLE'));
    await expect(tables.get()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await tables.get();
    getPlans.mockRejectedValue(new AppError('UNAVAILABLE'));
    expect([await versionAfter(50_000), await versionAfter(4_000), getPlans.mock.calls.length]).toEqual([
      1, 1, 3,
    ]);
    expect([await versionAfter(1_000), getPlans.mock.calls.length]).toEqual([1, 4]);
  });
});
