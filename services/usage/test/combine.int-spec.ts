import type { usage } from '@filemill/contracts';
import { describe, expect, it } from '@jest/globals';
import { SweepService } from '../src/retention/sweep.service.js';
import { aGuest, aUser, MINUTE_MS, useRig } from './rig.js';

const MB = 1_048_576;
const rig = useRig({ GUEST_ADDRESS_EXEMPT: 'loopback' });

/** A request to make one PDF of pictures of these sizes. */
async function requestFor(
  owner: usage.Owner,
  sizes: readonly number[],
): Promise<usage.AcceptConversionRequest> {
  const request = await rig.request(owner);
  return {
    ...request,
    ...{ category: 'document', outputFormat: 'pdf', originalSizeBytes: sizes[0] ?? 0 },
    inputs: sizes.map((sizeBytes, index) => ({
      ...{ fileName: `holiday ${index + 1}.png`, format: 'png', sizeBytes, sha256: 'ab'.repeat(32) },
    })),
  };
}

describe('AcceptConversion of several files', () => {
  it('keeps them in their order, and counts one conversion of the category of the output', async () => {
    const owner = aUser();
    const request = await requestFor(owner, [1_000, 2_000, 0]);
    const row = await rig.accept(request);
    expect(row.inputs).toEqual(request.inputs);
    expect((await rig.find(row.id)).inputs).toEqual(request.inputs);
    expect(await rig.countersOf(`user:${owner.id}`)).toEqual({ total: 1, document: 1, unfinished: 1 });
    const { attempt } = await rig.claim(row.id);
    await rig.complete(row, attempt);
    const { days } = await rig.client.exportOwner({ owner });
    expect(days).toMatchObject([{ category: 'document', completed: 1, inputBytes: 3_000 }]);
  });

  it('has none for a single file', async () => {
    expect((await rig.addConversion()).inputs).toEqual([]);
  });

  it('refuses more than the plan allows, in number and in bytes together', async () => {
    const guest = aGuest();
    const many = requestFor(guest, Array<number>(11).fill(1));
    await expect(rig.accept(await many)).rejects.toMatchObject({
      ...{ code: 'INVALID_REQUEST', params: { fields: { file: 'at most 10 files' } } },
    });
    const large = requestFor(guest, [30 * MB, 30 * MB]);
    await expect(rig.accept(await large)).rejects.toMatchObject({
      ...{ code: 'FILE_TOO_LARGE', params: { sizeBytes: 60 * MB, limitBytes: 50 * MB } },
    });
    await expect(rig.accept(await requestFor(guest, [25 * MB, 25 * MB]))).resolves.toBeDefined();
  });

  it('refuses files of which the first is another than the original', async () => {
    const request = await requestFor(aUser(), [1_000, 1]);
    await expect(rig.accept({ ...request, originalSizeBytes: 999 })).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
    });
  });

  it.each(['deleted', 'erased after the hour'])('loses names and hashes when it is %s', async (how) => {
    const owner = aUser();
    const row = await rig.accept(await requestFor(owner, [1_000, 2_000]));
    if (how === 'deleted') await rig.client.deleteConversion({ conversionId: row.id, owner });
    else {
      await rig.complete(row, (await rig.claim(row.id)).attempt);
      rig.offsetMs = 59 * MINUTE_MS;
      await rig.get(SweepService).run();
      rig.offsetMs = 0;
    }
    const erased = { fileName: '', format: 'png', sha256: '' };
    expect((await rig.find(row.id)).inputs).toEqual([
      { ...erased, sizeBytes: 1_000 },
      { ...erased, sizeBytes: 2_000 },
    ]);
    const [stored] = await rig.sql.query('SELECT inputs::text FROM conversions WHERE id = $1', [row.id]);
    expect(stored.inputs).not.toContain('holiday');
  });
});
