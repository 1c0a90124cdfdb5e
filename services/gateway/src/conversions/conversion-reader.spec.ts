import type { UsageClient, usage } from '@filemill/contracts';
import { aConversion } from '@filemill/contracts/testing';
import { testRuntime } from '@filemill/platform/testing';
import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Redis } from 'ioredis';
import { ConversionWatch } from '../live/conversion-feed.js';
import { ConversionReader } from './conversion-reader.js';

const ID = '0193a5b0-0000-7000-8000-000000000001';
const row = aConversion({ id: ID });
const completed: usage.Conversion = { ...row, status: 'completed', version: 3 };

const getConversion = jest.fn<UsageClient['getConversion']>();
let reader: ConversionReader;
let watch: ConversionWatch;
beforeEach(() => {
  getConversion.mockReset().mockResolvedValue({ conversion: completed });
  const client = { getConversion } as Partial<UsageClient> as UsageClient;
  reader = new ConversionReader(client, new Redis({ lazyConnect: true }), testRuntime('gateway'));
  watch = new ConversionWatch();
});

const wait = () => reader.untilEnd(row, watch, 60_000, new AbortController().signal);

describe('ConversionReader.untilEnd', () => {
  it('takes the row from the announcement of the end, without a call to usage', async () => {
    watch.announce({ type: 'changed', version: 3, status: 'completed', conversion: { ...completed } });
    expect(await wait()).toEqual(completed);
    expect(getConversion).not.toHaveBeenCalled();
    expect(reader.recentlyCompleted(ID)).toEqual(completed);
  });

  it('reads the row if an announcement does not contain it', async () => {
    watch.announce({ type: 'changed', version: 3, status: 'completed' });
    expect(await wait()).toEqual(completed);
    expect(getConversion).toHaveBeenCalledTimes(1);
  });

  it('remembers no conversion that failed', async () => {
    const failed: usage.Conversion = { ...row, status: 'failed', version: 3, errorCode: 'ENGINE_FAILED' };
    watch.announce({ type: 'changed', version: 3, status: 'failed', conversion: { ...failed } });
    expect(await wait()).toEqual(failed);
    expect(reader.recentlyCompleted(ID)).toBeUndefined();
  });
});
