import type { PlanTable } from '@filemill/plans';
import { describe, expect, it } from '@jest/globals';
import { aFile, anInput } from '../../../testing/factories.js';
import { exceededMb, extensionOf, planThatTakes, withinCount } from './admission.js';

const MB = 1_048_576;
const plans = Object.fromEntries(
  [
    ['guest', 50],
    ['free', 100],
    ['pro', 500],
  ].map(([id, image]) => [id, { maxFileSizeMb: { image }, filesAtOnce: 10 }]),
) as unknown as PlanTable;
const png = anInput('png', ['jpg']);

describe('admission', () => {
  it('refuses a file one byte above the limit, and names the plan that accepts it', () => {
    expect(exceededMb({ sizeBytes: 50 * MB }, png, plans.guest)).toBeUndefined();
    expect(exceededMb({ sizeBytes: 50 * MB + 1 }, png, plans.guest)).toBe(50);
    expect(planThatTakes({ sizeBytes: 50 * MB + 1 }, png, plans)).toBe('free');
    expect(planThatTakes({ sizeBytes: 501 * MB }, png, plans)).toBeUndefined();
  });

  it('drops files above the maximum count', () => {
    const files = Array.from({ length: 5 }, (_, index) => aFile(`${index}.png`));
    expect(withinCount(files, 7, plans.guest)).toEqual(files.slice(0, 3));
    expect(withinCount(files, 12, plans.guest)).toEqual([]);
  });

  it.each([
    ['a.PNG', 'png'],
    ['b.tar.gz', 'tar.gz'],
    ['c.v2.zip', 'zip'],
    ['noending', ''],
  ])('reads the extension of %s', (name, ending) => {
    expect(extensionOf(name)).toBe(ending);
  });
});
