import { usualSizeOf } from '@filemill/formats';
import { describe, expect, it } from '@jest/globals';
import { type Encoded, encodeToSize, MAX_PASSES, type SizeSetting } from './target-size.js';

interface Fake extends Encoded {
  readonly step: number;
}

/**
 * A file whose encodings are as large as a function of their step says.
 *
 * @param softened - the share of it that is left by a softness; absent: it cannot be softened
 */
function fileOf(sizeBytes: (step: number) => number, softened?: (softness: number) => number) {
  const tried: number[] = [];
  const kept = new Set<object>();
  const sizes: number[] = [];
  const encode = (step: number, share = 1, more: Partial<Fake> = {}): Promise<Fake> => {
    tried.push(step);
    const encoded = { step, sizeBytes: Math.round(sizeBytes(step) * share), ...more };
    kept.add(encoded);
    return Promise.resolve(encoded);
  };
  const run = async (setting: SizeSetting<Fake>, targetBytes: number, hasTime = () => true) => {
    const discard = async (encoded: Fake) => void kept.delete(encoded);
    const found = await encodeToSize(targetBytes, setting, discard, hasTime);
    sizes.push(found.sizeBytes);
    return found.step;
  };
  const search = (targetBytes: number, first = 85, hasTime = () => true) =>
    run(
      {
        least: 1,
        first,
        growth: 1.03,
        fineSteps: 4,
        encodeFirst: () => encode(first),
        encode: (step) => encode(step),
        ...(softened && { encodeSoftened: (step, softness) => encode(step, softened(softness)) }),
      },
      targetBytes,
      hasTime,
    );
  return { tried, kept, sizes, encode, run, search };
}

const CURVES: readonly (readonly [name: string, sizeBytes: (quality: number) => number])[] = [
  ['grows evenly', (quality) => 10_000 + 9_000 * quality],
  ['grows faster and faster', (quality) => 5_000 * Math.exp(quality / 22)],
  ['hardly grows at first', (quality) => 50_000 + quality ** 4 / 50],
  ['grows in steps of five', (quality) => 20_000 * 1.04 ** Math.floor(quality / 5)],
];

describe('encodeToSize', () => {
  it.each(CURVES)('finds the size of a file that %s', async (_, sizeBytes) => {
    for (const share of [0.25, 0.4, 0.55, 0.7, 0.85, 0.95]) {
      const file = fileOf(sizeBytes);
      const targetBytes = sizeBytes(85) * share;
      if (targetBytes < sizeBytes(1)) continue;
      const found = sizeBytes(await file.search(targetBytes));
      expect(found).toBeLessThanOrEqual(targetBytes);
      expect(found).toBeGreaterThanOrEqual(targetBytes * 0.9);
      expect(file.tried.length).toBeLessThanOrEqual(MAX_PASSES);
      expect(file.kept.size).toBe(1);
    }
  });

  it('encodes once if the result is small enough', async () => {
    const file = fileOf((quality) => quality * 1_000);
    expect(await file.search(90_000)).toBe(85);
    expect(file.tried).toEqual([85]);
  });

  it('names the smallest size if none is small enough', async () => {
    const file = fileOf((quality) => 20_480 + quality * 1_000);
    await expect(file.search(10_000)).rejects.toMatchObject({
      code: 'OPTION_INVALID',
      params: { field: 'targetSize', allowed: { minimum: 21 }, nearest: 21 },
    });
    expect(file.tried.at(-1)).toBe(1);
    expect(file.kept.size).toBe(0);
  });

  it.each([
    ['little', (softness: number) => 1 - 0.4 * softness],
    ['much', (softness: number) => Math.exp(-2 * softness ** 2)],
  ])(
    'softens by which a file becomes %s smaller where steps of quality are too coarse',
    async (_, softened) => {
      const steps = (quality: number) => 10_000 * 1.3 ** Math.floor(quality / 3);
      for (const share of [0.8, 0.85, 0.9, 0.95]) {
        const file = fileOf(steps, softened);
        const targetBytes = steps(50) * share;
        await file.search(targetBytes, 60);
        expect(file.sizes[0]).toBeLessThanOrEqual(targetBytes);
        expect(file.sizes[0]).toBeGreaterThanOrEqual(targetBytes * 0.9);
        expect(file.kept.size).toBe(1);
        expect(file.tried.length).toBeLessThanOrEqual(MAX_PASSES);
      }
    },
  );

  it('meets sizes between whole steps where usual sizes are known, whatever the first file was made of', async () => {
    const usualSizes = [
      [1, 0.06],
      [60, 1],
      [90, 2.6],
      [100, 9],
    ] as const;
    // A drawing grows less than usual, a smooth picture more; both as a file without loss at first.
    for (const power of [0.6, 1, 1.6]) {
      const sizeBytes = (step: number) => 900 + 20_000 * usualSizeOf(usualSizes, step) ** power;
      for (const share of [0.05, 0.1, 0.2, 0.35, 0.5]) {
        const file = fileOf(sizeBytes);
        const firstBytes = sizeBytes(100) * 1.3;
        const targetBytes = firstBytes * share;
        if (targetBytes < sizeBytes(1)) continue;
        const encodeFirst = async () => ({ ...(await file.encode(100)), sizeBytes: firstBytes });
        const encode = (step: number) => file.encode(step);
        await file.run({ least: 1, first: 100, growth: 1.03, usualSizes, encodeFirst, encode }, targetBytes);
        expect(file.sizes[0]).toBeLessThanOrEqual(targetBytes);
        expect(file.sizes[0]).toBeGreaterThanOrEqual(targetBytes * 0.9);
        expect(file.tried.length).toBeLessThanOrEqual(MAX_PASSES);
      }
    }
  });

  it('gives some of the parts a higher step where steps are too coarse', async () => {
    // Five parts, each with a jump to the best step; a part between two steps is never met by more than a tenth.
    const sizes = [9_000, 70_000, 30_000, 200_000, 1_000].map(
      (bytes) => (step: number) => Math.round(step > 80 ? 5 * bytes : bytes * 1.02 ** (step - 80)),
    );
    const total = (step: number): number => sizes.reduce((sum, of) => sum + of(step), 1_000);
    for (const share of [0.1, 0.25, 0.4, 0.6, 0.8, 0.97]) {
      const file = fileOf(total);
      const targetBytes = total(100) * share;
      const asked: number[] = [];
      await file.run(
        {
          ...{ least: 1, first: 100, growth: 1.15 },
          encodeFirst: () => file.encode(100),
          encode: (step) => file.encode(step),
          encodeBetween: (step, higher, moreBytes) => {
            asked.push(moreBytes);
            let left = moreBytes;
            for (const of of sizes) left -= Math.min(left, of(higher) - of(step)) * 0.95;
            return file.encode(step, (total(step) + moreBytes - left) / total(step));
          },
        },
        targetBytes,
      );
      expect(file.sizes[0]).toBeLessThanOrEqual(targetBytes);
      expect(file.sizes[0]).toBeGreaterThanOrEqual(targetBytes * 0.9);
      expect(asked.every((bytes) => bytes > 0)).toBe(true);
      expect(file.kept.size).toBe(1);
      expect(file.tried.length).toBeLessThanOrEqual(MAX_PASSES);
    }
  });

  it('does not fall to the lowest step where sizes rise below the first by chance', async () => {
    const sizeBytes = (quality: number) =>
      (1_146 + 1_340 * (quality / 60) ** 1.1) * (quality >= 52 && quality < 60 ? 1.06 : 1);
    const file = fileOf(sizeBytes);
    const encode = (step: number) => file.encode(step);
    await file.run({ least: 1, first: 60, growth: 1.075, encodeFirst: () => encode(60), encode }, 2_048);
    expect(file.sizes[0]).toBeLessThanOrEqual(2_048);
    expect(file.sizes[0]).toBeGreaterThanOrEqual(2_048 * 0.9);
  });

  it('comes near from one side, as with noise in JPEG, whose sizes bend', async () => {
    // Measured: the sizes of white noise by quality.
    const known = [1, 6_735, 5, 10_058, 10, 17_334, 20, 29_772, 30, 43_656, 60, 68_419, 85, 100_962];
    const sizeBytes = (quality: number) => {
      const at = known.findIndex((value, index) => index % 2 === 0 && value >= quality);
      const [before = 0, low = 0, here = 0, high = 0] = known.slice(Math.max(0, at - 2), at + 2);
      return at === 0 ? low : low + ((high - low) * (quality - before)) / (here - before);
    };
    const file = fileOf(sizeBytes);
    await file.search(20_480);
    expect(file.sizes[0]).toBeLessThanOrEqual(20_480);
    expect(file.sizes[0]).toBeGreaterThanOrEqual(20_480 * 0.9);
  });

  it('takes the next step of quality where the least softening takes a leap', async () => {
    const rough = (quality: number) => 18_500 * 1.07 ** (quality - 79);
    const sizeBytes = (quality: number) =>
      quality > 78
        ? rough(quality)
        : quality > 70
          ? 15_540 * 1.1 ** (quality - 78)
          : 9_250 * 1.02 ** (quality - 70);
    const file = fileOf(sizeBytes, (softness) => 0.89 - 0.3 * softness);
    await file.search(18_432, 82);
    expect(file.sizes[0]).toBeLessThanOrEqual(18_432);
    expect(file.sizes[0]).toBeGreaterThanOrEqual(18_432 * 0.9);
  });

  it('ends with what fits when its time is up', async () => {
    const file = fileOf((quality) => (quality > 80 ? 100_000 : 30_000));
    const quality = await file.search(90_000, 85, () => file.tried.length < 2);
    expect(file.tried).toHaveLength(2);
    expect(quality).toBe(file.tried[1]);
  });

  /** What an encoder makes of the size that it is asked for. */
  const ENCODERS: readonly (readonly [name: string, made: (asked: number) => number])[] = [
    ['makes a third more', (asked) => asked * 1.3],
    ['makes a fifth less', (asked) => asked * 0.8],
    ['adds what it cannot change', (asked) => asked + 150_000],
    ['makes twice as much at first, and less and less more', (asked) => 2 * asked ** 0.96],
  ];

  describe('of a setting that is a size', () => {
    const FIRST_BYTES = 1_000_000;
    const settingOf = (
      { encode }: ReturnType<typeof fileOf>,
      isSmallest = (_: number): boolean => false,
    ): SizeSetting<Fake> => ({
      least: 0,
      growth: 1.01,
      isEven: true,
      stepFor: (bytes) => Math.round(Math.log(bytes) / Math.log(1.01)),
      encodeFirst: async () => ({ ...(await encode(-1)), sizeBytes: FIRST_BYTES }),
      encode: (step) => encode(step, 1, { isSmallest: isSmallest(step) }),
    });

    it.each(ENCODERS)('finds the size with an encoder that %s', async (_, made) => {
      for (const share of [0.2, 0.5, 0.8, 0.98]) {
        const sizeBytes = (step: number) => made(1.01 ** step);
        const file = fileOf(sizeBytes);
        const found = sizeBytes(await file.run(settingOf(file), FIRST_BYTES * share));
        expect(found).toBeLessThanOrEqual(FIRST_BYTES * share);
        expect(found).toBeGreaterThanOrEqual(FIRST_BYTES * share * 0.9);
        expect(file.tried.length).toBeLessThanOrEqual(MAX_PASSES);
      }
    });

    it('ends at once with an encoding that cannot be smaller', async () => {
      const file = fileOf(() => 500_000);
      await expect(
        file.run(
          settingOf(file, () => true),
          100_000,
        ),
      ).rejects.toMatchObject({
        code: 'OPTION_INVALID',
        params: { field: 'targetSize', nearest: 489 },
      });
      expect(file.tried).toHaveLength(2);
    });
  });
});
