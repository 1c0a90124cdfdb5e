import { describe, expect, it } from '@jest/globals';
import { loudnessFilters, readLoudness, readSilence } from './measure.js';

describe('readLoudness', () => {
  const summary = (lufs: string, peak: string): string =>
    `[Parsed_ebur128_0 @ 0x1] Summary:\n\n  Integrated loudness:\n    I:         ${lufs} LUFS\n    Threshold: -30.1 LUFS\n\n  True peak:\n    Peak:       ${peak} dBFS\n`;

  it('reads the loudness and the peak', () => {
    expect(readLoudness(summary('-22.4', '-0.4'))).toEqual({ lufs: -22.4, peakDb: -0.4 });
  });

  it('knows silence', () => {
    expect(readLoudness(summary('-70.0', '-inf')).lufs).toBeUndefined();
    expect(readLoudness('').lufs).toBeUndefined();
  });
});

describe('loudnessFilters', () => {
  it('change the volume alone if the peaks fit', async () => {
    const filters = await loudnessFilters(-23, 44_100, () => Promise.resolve({ lufs: -20, peakDb: -6 }));
    expect(filters).toEqual(['volume=-3.00dB:precision=double']);
  });

  it('hold down peaks, and measure again until the loudness is right', async () => {
    let measurements = 0;
    const filters = await loudnessFilters(-14, 48_000, (given) => {
      measurements++;
      const gain = Number(/volume=(-?[\d.]+)dB/.exec(given.join(','))?.[1] ?? 0);
      // The limiter takes a tenth of it.
      return Promise.resolve({ lufs: -24 + gain * 0.9, peakDb: -1 });
    });
    expect(measurements).toBeGreaterThan(2);
    expect(Number(/volume=([\d.]+)dB/.exec(filters.join(','))?.[1])).toBeCloseTo(11.1, 0);
    expect(filters.join(',')).toContain('alimiter');
  });

  it('leave silence as it is', async () => {
    const silent = () => Promise.resolve({ lufs: undefined, peakDb: 0 });
    expect(await loudnessFilters(-14, 48_000, silent)).toEqual([]);
  });
});

describe('readSilence', () => {
  const found = (pairs: readonly (readonly [number, number])[], seconds: number) => ({
    stdout: pairs.map(([from, to]) => `lavfi.silence_start=${from}\nlavfi.silence_end=${to}\n`).join(''),
    stderr: `${pairs.map(([from, to]) => `silence_start: ${from}\nsilence_end: ${to}\n`).join('')}out_time_us=${seconds * 1_000_000}\n`,
  });

  it.each([
    [
      'both ends',
      found(
        [
          [0, 1],
          [2, 3],
          [4, 6],
        ],
        6,
      ),
      { from: 1, to: 4 },
    ],
    ['the start', found([[0, 1]], 6), { from: 1 }],
    ['the end', found([[4, 6]], 6), { from: 0, to: 4 }],
    ['a pause alone', found([[2, 3]], 6), { from: 0 }],
    ['nothing', found([], 6), { from: 0 }],
    ['all of it', found([[0, 6]], 6), undefined],
  ] as const)('finds %s', (_, output, wanted) => {
    expect(readSilence(output)).toEqual(wanted);
  });
});
