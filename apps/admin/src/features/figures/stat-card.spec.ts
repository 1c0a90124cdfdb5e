import { describe, expect, it } from '@jest/globals';
import { sparkPath } from './stat-card.js';

describe('sparkPath', () => {
  it('reaches from the bottom to the top of its box', () => {
    expect(sparkPath([0, 5, 10])).toBe('M0.0 28.0L48.0 16.0L96.0 4.0');
  });

  it('stays at the bottom when nothing changes', () => {
    expect(sparkPath([3, 3])).toBe('M0.0 28.0L96.0 28.0');
  });
});
