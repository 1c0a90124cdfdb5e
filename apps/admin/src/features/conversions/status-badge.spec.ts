import { describe, expect, it } from '@jest/globals';
import { shownStatus } from './status-badge.js';

describe('shownStatus', () => {
  it.each([
    ['completed', 'completed'],
    ['success', 'completed'],
    ['converting', 'converting'],
    ['cancelled', 'cancelled'],
    ['failed', 'failed'],
    ['anything else', 'failed'],
  ])('shows %s as %s', (status, shown) => expect(shownStatus(status)).toBe(shown));
});
