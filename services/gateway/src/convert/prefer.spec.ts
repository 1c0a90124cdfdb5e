import { describe, expect, it } from '@jest/globals';
import { waitMsOf } from './prefer.js';

describe('waitMsOf', () => {
  it.each([
    [undefined, 60_000],
    ['respond-async', 0],
    ['wait=5', 5_000],
    ['wait=9999', 600_000],
    ['wait=0', 0],
    ['Wait = "7"', 7_000],
    ['respond-async, wait=10', 0],
    ['handling=lenient', 60_000],
    ['wait=soon', 60_000],
  ])('reads %s', (prefer, waitMs) => {
    expect(waitMsOf(prefer)).toBe(waitMs);
  });
});
