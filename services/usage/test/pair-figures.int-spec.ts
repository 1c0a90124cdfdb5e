import { describe, expect, it } from '@jest/globals';
import { aUser, MINUTE_MS, useRig } from './rig.js';

const rig = useRig();
const owner = aUser('pro');

/** Converts a PNG to a format. @param took - milliseconds; absent: it fails */
async function convert(outputFormat: string, took?: number): Promise<void> {
  const row = await rig.accept({ ...(await rig.request(owner)), outputFormat });
  await rig.claim(row.id);
  if (took === undefined) {
    await rig.fail(row, 1, 'FILE_CORRUPT');
    return;
  }
  const completed = {
    outputKey: `${row.keyPrefix}output`,
    convertedSizeBytes: 500,
    outputExtension: outputFormat,
    processingMs: took,
    losses: [],
  };
  await rig.client.settleAttempt({ conversionId: row.id, attempt: 1, completed });
}

describe('GetPairFigures', () => {
  it('has the median and the share of completed conversions, without cancelled and unfinished ones', async () => {
    for (const took of [100, 200, 300, 400, 500, 600, 700, 5_000]) await convert('webp', took);
    await convert('webp');
    // Nine do not count yet.
    expect((await rig.client.getPairFigures({})).pairs).toEqual([]);
    await convert('webp');
    const cancelled = await rig.accept(await rig.request(owner));
    await rig.client.deleteConversion({ conversionId: cancelled.id, owner });
    await rig.accept(await rig.request(owner));
    expect((await rig.client.getPairFigures({})).pairs).toEqual([
      { inputFormat: 'png', outputFormat: 'webp', ended: 10, completed: 8, medianMs: 450 },
    ]);
  });

  it('has no median if all failed', async () => {
    for (let count = 0; count < 10; count++) await convert('avif');
    const { pairs } = await rig.client.getPairFigures({});
    const failed = pairs.find(({ outputFormat }) => outputFormat === 'avif');
    expect([failed?.ended, failed?.completed, failed?.medianMs]).toEqual([10, 0, undefined]);
  });

  it('forgets what is older than 30 days', async () => {
    rig.offsetMs = 31 * 24 * 60 * MINUTE_MS;
    expect((await rig.client.getPairFigures({})).pairs).toEqual([]);
  });
});
