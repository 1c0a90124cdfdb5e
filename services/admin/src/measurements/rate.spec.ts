import { describe, expect, it } from '@jest/globals';
import { Rate } from './rate.js';

describe('Rate', () => {
  it('is unknown before the second reading', () => {
    const rate = new Rate();
    expect(rate.perSecond).toBeUndefined();
    rate.read(5, 0);
    expect(rate.perSecond).toBeUndefined();
  });

  it('covers the last minute', () => {
    const rate = new Rate();
    rate.read(0, 0);
    rate.read(1_000, 10_000);
    expect(rate.perSecond).toBe(100);
    rate.read(1_060, 70_000);
    expect(rate.perSecond).toBe(1);
  });

  it('restarts when the counter restarts', () => {
    const rate = new Rate();
    rate.read(1_000, 0);
    rate.read(10, 1_000);
    expect(rate.perSecond).toBeUndefined();
    rate.read(30, 2_000);
    expect(rate.perSecond).toBe(20);
  });
});
