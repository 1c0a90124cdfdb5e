import type { usage } from '@filemill/contracts';
import { AppError } from '@filemill/errors';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { aGuest, aUser, present, useRig } from './rig.js';

const rig = useRig();

const ACTIONS = ['accept', 'claim', 'complete', 'fail', 'engine fails', 'return', 'delete'] as const;
interface Step {
  readonly action: (typeof ACTIONS)[number];
  /** Index of one of the three owners. */
  readonly owner: number;
  /** Index of one of the owner's conversions, the newest first. */
  readonly row: number;
}
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.record({ action: fc.constantFrom(...ACTIONS), owner: fc.nat(2), row: fc.nat(5) }),
  { minLength: 20, maxLength: 60 },
);

/** Errors that the rules allow; every other error fails the test. */
const EXPECTED = new Set(['CONCURRENCY_LIMIT', 'QUOTA_EXCEEDED']);

/** One step on one of an owner's conversions, with its current attempt. */
async function take(
  action: Step['action'],
  owner: usage.Owner,
  row: usage.Conversion | undefined,
): Promise<usage.Conversion | undefined> {
  if (action === 'accept' || !row) return rig.accept(await rig.request(owner));
  if (action === 'delete') await rig.client.deleteConversion({ conversionId: row.id, owner });
  else if (action === 'claim') await rig.claim(row.id);
  else {
    const attempt = Math.max(1, (await rig.find(row.id)).attempt);
    if (action === 'complete') await rig.complete(row, attempt);
    if (action === 'fail') await rig.fail(row, attempt, 'FILE_CORRUPT');
    if (action === 'engine fails') await rig.fail(row, attempt, 'ENGINE_FAILED');
    if (action === 'return') await rig.client.returnAttempt({ conversionId: row.id, attempt });
  }
  return undefined;
}

describe('the counters', () => {
  it('equal the sums of the ledger after any actions in any order, several at once', async () => {
    const run = async (taken: Step[]): Promise<void> => {
      const address = aGuest().address;
      const owners = [aUser('free'), aGuest({ address }), aGuest({ address })];
      const rows: usage.Conversion[][] = [[], [], []];
      for (let start = 0; start < taken.length; start += 6) {
        await Promise.all(
          taken.slice(start, start + 6).map(async ({ action, owner, row }) => {
            const theirs = present(rows[owner]);
            try {
              const accepted = await take(action, present(owners[owner]), theirs.at(-1 - row));
              if (accepted) theirs.push(accepted);
            } catch (error) {
              if (!EXPECTED.has(AppError.from(error).code)) throw error;
            }
          }),
        );
      }
      for (const owner of owners) {
        const subject = `${owner.kind}:${owner.id}`;
        expect(await rig.countersOf(subject)).toEqual(await sums([owner.id]));
      }
      const guests = owners.slice(1).map(({ id }) => id);
      expect(await rig.countersOf(`address:${address}`)).toEqual(await sums(guests));
    };
    await fc.assert(fc.asyncProperty(steps, run), { numRuns: 15 });
  });
});

/** The expected counters of these owners together; none if nothing was ever accepted. */
async function sums(ownerIds: string[]): Promise<Record<string, number>> {
  const [row]: [{ rows: number; used: number; unfinished: number }] = await rig.sql.query(
    `SELECT count(*) AS rows,
            count(*) FILTER (WHERE reservation <> 'released') AS used,
            count(*) FILTER (WHERE finished_at IS NULL) AS unfinished
       FROM conversions WHERE owner_id = ANY($1)`,
    [ownerIds],
  );
  return row.rows === 0 ? {} : { total: row.used, image: row.used, unfinished: row.unfinished };
}
