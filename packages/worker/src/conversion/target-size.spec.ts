import { describe, expect, it } from '@jest/globals';
import { encodeToSize, MAX_PASSES } from './target-size.js';

/**
 * A file whose encodings are as large as a function of their quality says.
 *
 * @param softened - the share of it that is left by a softness; absent: it cannot be softened
 */
function fileOf(sizeBytes: (quality: number) => number, softened?: (softness: number) => number) {
  const tried: number[] = [];
  const kept = new Set<object>();
  const sizes: number[] = [];
  const search = async (targetBytes: number, startQuality = 85, hasTime = () => true) => {
    const { quality, sizeBytes: found } = await encodeToSize(
      targetBytes,
      startQuality,
      async (quality, softness) => {
        tried.push(quality);
        const share = softness === 0 ? 1 : (softened?.(softness) ?? Number.NaN);
        const encoded = { quality, sizeBytes: Math.round(sizeBytes(quality) * share) };
        kept.add(encoded);
        return encoded;
      },
      { fineSteps: 4, softens: softened !== undefined },
      async (encoded) => {
        kept.delete(encoded);
      },
      hasTime,
    );
    sizes.push(found);
    return quality;
  };
  return { tried, kept, sizes, search };
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

  it('ends with what fits when its time is up', async () => {
    const file = fileOf((quality) => (quality > 80 ? 100_000 : 30_000));
    const quality = await file.search(90_000, 85, () => file.tried.length < 2);
    expect(file.tried).toHaveLength(2);
    expect(quality).toBe(file.tried[1]);
  });
});
