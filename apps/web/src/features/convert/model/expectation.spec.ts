import { describe, expect, it } from '@jest/globals';
import { aConversion, aFile, anItem } from '../../../testing/factories.js';
import { expectationOf } from './expectation.js';

const MEASURED = { originalSize: 1_000, convertedSize: 300, processingTime: 0.5 };
const done = anItem({ status: 'completed', target: 'webp', conversion: aConversion(MEASURED) });
const next = (sizeBytes: number, target = 'webp') => anItem({ file: aFile('next.png', sizeBytes), target });

describe('expectationOf', () => {
  it('uses the same conversion of files of about that size', () => {
    expect(expectationOf([done], [next(2_000), next(1_000)], {})).toEqual({
      fromBytes: 3_000,
      toBytes: 900,
      seconds: 1.5,
    });
  });

  it.each([
    ['nothing was measured', [], next(1_000), {}],
    ['another format was', [done], next(1_000, 'jpg'), {}],
    ['other settings were', [done], next(1_000), { quality: 5 }],
    ['a much smaller file was', [done], next(100_000), {}],
  ])('expects nothing when %s', (_what, list, item, options) => {
    expect(expectationOf(list, [item], options)).toBeUndefined();
  });
});
