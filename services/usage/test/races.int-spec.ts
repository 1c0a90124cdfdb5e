import { setTimeout as sleep } from 'node:timers/promises';
import type { ServiceClient, usage } from '@filemill/contracts';
import { AppError } from '@filemill/errors';
import { DEFAULT_PLANS, fromCategories } from '@filemill/plans';
import { newId } from '@filemill/platform';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AcceptanceService } from '../src/conversions/acceptance.service.js';
import { acceptConversionSchema } from '../src/conversions/dto.js';
import { keyPrefixOf } from '../src/conversions/lifetime.js';
import { aGuest, aUser, present, Rig } from './rig.js';
import { UsageProcess } from './usage-process.js';

const [RIVALS, LEFT] = [300, 10];
/** Ten conversions in all, as many at once as there are rivals: nothing but the total decides. */
const TIGHT = {
  ...DEFAULT_PLANS,
  free: {
    ...DEFAULT_PLANS.free,
    conversions: { total: LEFT, byCategory: fromCategories(() => LEFT) },
    concurrent: RIVALS,
  },
  guest: { ...DEFAULT_PLANS.guest, concurrent: RIVALS },
};
type Client = ServiceClient<usage.UsageServiceClient>;

let rig: Rig;
beforeAll(async () => {
  rig = await Rig.start();
  await rig.client.putPlans({ version: 1, plansJson: JSON.stringify(TIGHT), userId: crypto.randomUUID() });
});
afterAll(() => rig.stop());

/** An acceptance as it follows on a leave. */
function requestOf(owner: usage.Owner): usage.AcceptConversionRequest {
  const startedAtMs = rig.clock.nowMs();
  const conversionId = newId(startedAtMs);
  const keyPrefix = keyPrefixOf(conversionId, startedAtMs);
  return rig.requestFor(owner, { conversionId, startedAtMs, keyPrefix } as usage.CheckUploadResponse);
}
const requestsOf = (owner: usage.Owner, count: number): usage.AcceptConversionRequest[] =>
  Array.from({ length: count }, () => requestOf(owner));

/** Past gRPC, which costs more than all else. */
const acceptInside = (request: usage.AcceptConversionRequest): Promise<unknown> =>
  rig.get(AcceptanceService).accept(acceptConversionSchema.parse(request));
const acceptBy =
  (client: Client) =>
  (request: usage.AcceptConversionRequest): Promise<unknown> =>
    client.acceptConversion(request);

/** How many of these were accepted and how many refused by each code. */
async function outcomes(
  accept: (request: usage.AcceptConversionRequest) => Promise<unknown>,
  requests: readonly usage.AcceptConversionRequest[],
): Promise<Record<string, number>> {
  const outcome = (request: usage.AcceptConversionRequest): Promise<string> =>
    accept(request).then(
      () => 'accepted',
      (error: unknown) => AppError.from(error).code,
    );
  const codes: string[] = [];
  // More at once would wait too long for a connection on a slow machine, and be UNAVAILABLE.
  for (let start = 0; start < requests.length; start += RIVALS) {
    codes.push(...(await Promise.all(requests.slice(start, start + RIVALS).map(outcome))));
  }
  return Object.fromEntries([...Map.groupBy(codes, (code) => code)].map(([code, all]) => [code, all.length]));
}

/** Counters of a user and what the ledger says they must be, of one moment. */
async function books(ownerId: string): Promise<{ counters: number[]; ledger: number[] }> {
  const [row]: [{ total: number; unfinished: number; used: number; open: number }] = await rig.sql.query(
    `SELECT (SELECT coalesce(sum(used), 0)::int FROM counters WHERE subject = $1 AND category = 'total') AS total,
            (SELECT coalesce(sum(used), 0)::int FROM counters WHERE subject = $1 AND category = 'unfinished') AS unfinished,
            count(*) FILTER (WHERE reservation <> 'released')::int AS used,
            count(*) FILTER (WHERE finished_at IS NULL)::int AS open
       FROM conversions WHERE owner_id = $2`,
    [`user:${ownerId}`, ownerId],
  );
  return { counters: [row.total, row.unfinished], ledger: [row.used, row.open] };
}

describe('300 rivals for the last ten', () => {
  it('are exactly ten, a hundred times', async () => {
    for (let round = 0; round < 100; round++) {
      const owner = aUser('free');
      const result = await outcomes(acceptInside, requestsOf(owner, RIVALS));
      expect([round, result]).toEqual([round, { accepted: LEFT, QUOTA_EXCEEDED: RIVALS - LEFT }]);
      expect(await books(owner.id)).toEqual({ counters: [LEFT, LEFT], ledger: [LEFT, LEFT] });
    }
  }, 120_000);

  it('are exactly ten when the service is killed among them, and what ends meanwhile is counted once', async () => {
    const service = await UsageProcess.start(rig);
    for (let round = 0; round < 3; round++) {
      const owner = aUser('free');
      const earlier = requestsOf(owner, 4);
      for (const request of earlier) {
        const { conversion } = await service.client.acceptConversion(request);
        await service.client.claimAttempt({
          conversionId: present(conversion).id,
          worker: 'test',
          claimToken: crypto.randomUUID(),
        });
      }
      const requests = requestsOf(owner, RIVALS);
      const flood = outcomes(acceptBy(service.client), requests);
      const endings = Promise.allSettled(
        earlier.map((request, place) => end(service.client, request, place)),
      );
      await sleep(10 + 40 * round);
      await service.kill();
      await Promise.all([flood, endings]);
      const { counters, ledger } = await books(owner.id);
      expect(counters).toEqual(ledger);

      await service.startAgain();
      await Promise.all(earlier.map((request, place) => end(service.client, request, place)));
      // The same calls again: who was accepted before the answer was lost is so still.
      const again = await outcomes(acceptBy(service.client), requests);
      // Two of the earlier ones were completed and stay counted, two failed and cost nothing.
      expect(again).toEqual({ accepted: LEFT - 2, QUOTA_EXCEEDED: RIVALS - LEFT + 2 });
      expect(await books(owner.id)).toEqual({ counters: [LEFT, LEFT - 2], ledger: [LEFT, LEFT - 2] });
    }
    await service.kill();
  }, 60_000);
});

/** Completes the even ones and fails the odd ones. */
function end(
  client: Client,
  { conversionId, keyPrefix }: usage.AcceptConversionRequest,
  place: number,
): Promise<usage.SettleAttemptResponse> {
  const made = { convertedSizeBytes: 1, outputExtension: 'webp', processingMs: 1, losses: [] };
  const outcome =
    place % 2 === 0
      ? { completed: { outputKey: `${keyPrefix}output-1`, ...made } }
      : { failed: { code: 'FILE_CORRUPT', paramsJson: '{}', processingMs: 1 } };
  return client.settleAttempt({ conversionId, attempt: 1, ...outcome });
}

describe('a guest’s limits', () => {
  const { total, byCategory } = TIGHT.guest.conversions;
  const image = Math.min(total, byCategory.image);

  it('hold for 1,000 fingerprints from one address', async () => {
    const { address } = aGuest();
    const requests = Array.from({ length: 1_000 }, () => requestOf(aGuest({ address })));
    const result = await outcomes(acceptInside, requests);
    expect(result).toEqual({ accepted: 5 * image, QUOTA_EXCEEDED: 1_000 - 5 * image });
    expect(await rig.used(`address:${address}`)).toMatchObject({ image: 5 * image, unfinished: 5 * image });
  });

  it('hold for one fingerprint from 1,000 addresses', async () => {
    const { id } = aGuest();
    const requests = Array.from({ length: 1_000 }, (_, place) =>
      requestOf(aGuest({ id, address: `10.77.${place >> 8}.${place & 255}` })),
    );
    const result = await outcomes(acceptInside, requests);
    expect(result).toEqual({ accepted: image, QUOTA_EXCEEDED: 1_000 - image });
    expect(await rig.used(`guest:${id}`)).toMatchObject({ image, unfinished: image });
  });
});
