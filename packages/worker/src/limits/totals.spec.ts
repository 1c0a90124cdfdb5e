import { describe, expect, it } from '@jest/globals';
import { Totals } from './totals.js';

describe('Totals', () => {
  it.each([
    ['pixels', 'image', { widthPx: 10_000, heightPx: 10_000 }, 20],
    ['frames', 'image', { widthPx: 1, heightPx: 1, frames: 100 }, 10],
    ['pages', 'document', { pages: 500 }, 4],
    ['length', 'audio', { durationMs: 3_600_000 }, 4],
  ] as const)(
    'refuses files that have more %s together than one file may',
    (_name, category, facts, count) => {
      const totals = new Totals();
      for (let file = 0; file < count; file++) totals.add(category, facts);
      expect(() => totals.add(category, facts)).toThrow(expect.objectContaining({ code: 'FILE_TOO_LARGE' }));
    },
  );
});
