import { describe, expect, it } from '@jest/globals';
import { checkStructure, resourceLimits } from './limits.js';

describe('checkStructure', () => {
  it.each([
    ['image', { widthPx: 16_384, heightPx: 1 }, '16,383 pixels a side'],
    ['image', { widthPx: 10_001, heightPx: 10_000 }, '100,000,000 pixels'],
    ['image', { widthPx: 1, heightPx: 1, frames: 1_001 }, '1,000 frames'],
    ['image', { widthPx: 5_000, heightPx: 5_000, frames: 81 }, '2,000,000,000 pixels in all frames'],
    ['video', { durationMs: 4 * 3_600_000 + 1 }, '14,400,000 milliseconds'],
    [
      'audio',
      { streams: Array.from({ length: 65 }, () => ({ kind: 'audio' as const, codec: 'mp3' })) },
      '64 streams',
    ],
    ['document', { pages: 2_001 }, '2,000 pages'],
  ] as const)('refuses %s with %j, naming the limit', (category, facts, limit) => {
    expect(() => checkStructure(category, facts)).toThrow(limit);
  });

  it('accepts values equal to the limits', () => {
    checkStructure('image', { widthPx: 10_000, heightPx: 10_000, frames: 20 });
    checkStructure('video', { durationMs: 4 * 3_600_000 });
    checkStructure('presentation', { pages: 2_000 });
  });
});

describe('resourceLimits', () => {
  it('gives a document of up to a megabyte 58 seconds, a larger one three minutes', () => {
    expect(resourceLimits('document', 1_048_576).wallMs).toBe(58_000);
    expect(resourceLimits('document', 1_048_577).wallMs).toBe(180_000);
  });
  it('leaves media to the deadline of the conversion', () => {
    expect(resourceLimits('video', 1).wallMs).toBeUndefined();
  });
});
