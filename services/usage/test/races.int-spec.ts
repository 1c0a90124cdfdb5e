import { setTimeout as sleep } from 'node:timers/promises';
import type { usage } from '@filemill/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { aGuest, aUser, present, type Rig } from './rig.js';
import {
  acceptDirectly,
  acceptThrough,
  books,
  LEFT,
  outcomes,
  RIVALS,
  requestOf,
  requestsOf,
  startTightRig,
  TIGHT,
  type UsageClient,
} from './rivals.js';
import { UsageProcess } from './usage-process.js';

let rig: Rig;
beforeAll(async () => {
  rig = await startTightRig();
});
afterAll(() => rig.stop());

describe('300 simultaneous requests for the last ten conversions', () => {
  it('get exactly ten when the service is killed meanwhile, and each ending is counted once', async () => {
    const service = await UsageProcess.start(rig);
    for (let round = 0; round < 3; round++) {
      const owner = aUser('free');
      const earlier = requestsOf(rig, owner, 4);
      for (const request of earlier) {
        const { conversion } = await service.client.acceptConversion(request);
        await service.client.claimAttempt({
          conversionId: present(conversion).id,
          worker: 'test',
          claimToken: crypto.randomUUID(),
        });
      }
      const requests = requestsOf(rig, owner, RIVALS);
      const flood = outcomes(acceptThrough(service.client), requests);
      const endings = Promise.allSettled(
        earlier.map((request, place) => end(service.client, request, place)),
      );
      await sleep(10 + 40 * round);
      await service.kill();
      await Promise.all([flood, endings]);
      const { counters, ledger } = await books(rig, owner.id);
      expect(counters).toEqual(ledger);

      await service.startAgain();
      await Promise.all(earlier.map((request, place) => end(service.client, request, place)));
      // The same calls again: a conversion whose answer was lost stays accepted.
      const again = await outcomes(acceptThrough(service.client), requests);
      // Two of the earlier ones were completed and stay counted; two failed and were released.
      expect(again).toEqual({ accepted: LEFT - 2, QUOTA_EXCEEDED: RIVALS - LEFT + 2 });
      expect(await books(rig, owner.id)).toMatchObject({
        counters: [LEFT, LEFT - 2],
        ledger: [LEFT, LEFT - 2],
      });
    }
    await service.kill();
  });
});

/** Completes the conversions with an even index and fails the others. */
function end(
  client: UsageClient,
  { conversionId, keyPrefix }: usage.AcceptConversionRequest,
  place: number,
): Promise<usage.SettleAttemptResponse> {
  const made = { convertedSizeBytes: 1, outputExtension: 'webp', processingMs: 1, losses: [] };
  const outcome =
    place % 2 === 0
      ? { completed: { outputKey: `${keyPrefix}output-1`, ...made } }
      : { failed: { code: 'FILE_CORRUPT', params: {}, processingMs: 1 } };
  return client.settleAttempt({ conversionId, attempt: 1, ...outcome });
}

describe('a guest’s limits', () => {
  const { total, byCategory } = TIGHT.guest.conversions;
  const image = Math.min(total, byCategory.image);

  it('apply to 1,000 fingerprints from one address', async () => {
    const { address } = aGuest();
    const requests = Array.from({ length: 1_000 }, () => requestOf(rig, aGuest({ address })));
    const result = await outcomes(acceptDirectly(rig), requests);
    expect(result).toEqual({ accepted: 5 * image, QUOTA_EXCEEDED: 1_000 - 5 * image });
    expect(await rig.countersOf(`address:${address}`)).toMatchObject({
      image: 5 * image,
      unfinished: 5 * image,
    });
  });

  it('apply to one fingerprint from 1,000 addresses', async () => {
    const { id } = aGuest();
    const requests = Array.from({ length: 1_000 }, (_, place) =>
      requestOf(rig, aGuest({ id, address: `10.77.${place >> 8}.${place & 255}` })),
    );
    const result = await outcomes(acceptDirectly(rig), requests);
    expect(result).toEqual({ accepted: image, QUOTA_EXCEEDED: 1_000 - image });
    expect(await rig.countersOf(`guest:${id}`)).toMatchObject({ image, unfinished: image });
  });
});
