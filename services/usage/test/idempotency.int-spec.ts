import { createHash } from 'node:crypto';
import type { usage } from '@filemill/contracts';
import { afterEach, describe, expect, it } from '@jest/globals';
import { aGuest, aUser, MINUTE_MS, present, useRig } from './rig.js';

const rig = useRig();
afterEach(() => {
  rig.offsetMs = 0;
});

const hashOf = (body: string): Buffer => createHash('sha256').update(body).digest();

/** An upload with a key. */
async function keyed(owner: usage.Owner, key: string, body = 'body'): Promise<usage.AcceptConversionRequest> {
  return { ...(await rig.request(owner)), idempotency: { key, requestHash: hashOf(body) } };
}

const conversionsOf = (owner: usage.Owner): Promise<{ id: string }[]> =>
  rig.sql.query('SELECT id FROM conversions WHERE owner_id = $1', [owner.id]);

describe('an idempotency key', () => {
  it('makes one conversion and one charge of 50 equal simultaneous requests', async () => {
    const owner = aUser('pro');
    const uploads = await Promise.all(Array.from({ length: 50 }, () => keyed(owner, 'repeats')));
    const answers = await Promise.all(uploads.map((request) => rig.client.acceptConversion(request)));
    const [row, ...others] = await conversionsOf(owner);
    expect(others).toEqual([]);
    expect(answers.filter(({ conversion }) => conversion?.id === row?.id)).toHaveLength(1);
    for (const { knownKey } of answers.filter(({ conversion }) => !conversion)) {
      expect(knownKey?.conversion?.id).toBe(row?.id);
      expect(Buffer.from(present(knownKey).requestHash)).toEqual(hashOf('body'));
    }
    expect(await rig.countersOf(`user:${owner.id}`)).toEqual({ total: 1, image: 1, unfinished: 1 });
    expect((await rig.client.listConversions({ owner, page: 1, pageSize: 20 })).totalCount).toBe(1);
  });

  it('returns to a repeated call its own row', async () => {
    const request = await keyed(aUser(), 'again');
    await rig.accept(request);
    expect((await rig.accept(request)).id).toBe(request.conversionId);
  });

  it('is checked before any limit, and returns the request it was used for', async () => {
    const owner = aUser('free');
    const first = await rig.accept(await keyed(owner, 'known', 'one body'));
    await rig.sql.query(`UPDATE counters SET used = 50 WHERE subject = $1`, [`user:${owner.id}`]);
    const check = { owner, openUploads: 0 };
    await expect(rig.client.checkUpload(check)).rejects.toMatchObject({ code: 'QUOTA_EXCEEDED' });
    const { knownKey } = await rig.client.checkUpload({ ...check, idempotencyKey: 'known' });
    expect(knownKey?.conversion?.id).toBe(first.id);
    expect(Buffer.from(present(knownKey).requestHash)).toEqual(hashOf('one body'));
    // An upload that began before the key was used finds it at acceptance, whatever limit is reached meanwhile.
    await rig.sql.query(`UPDATE counters SET used = 0 WHERE subject = $1`, [`user:${owner.id}`]);
    const late = await keyed(owner, 'known', 'another body');
    await rig.sql.query(`UPDATE counters SET used = 50 WHERE subject = $1`, [`user:${owner.id}`]);
    const answer = await rig.client.acceptConversion(late);
    expect(answer.conversion ?? undefined).toBeUndefined();
    expect(answer.knownKey?.conversion?.id).toBe(first.id);
  });

  it('is not claimed by a refused request', async () => {
    const owner = aUser('free');
    const refused = { ...(await keyed(owner, 'refused')), originalSizeBytes: 100 * 1_048_576 + 1 };
    await expect(rig.accept(refused)).rejects.toMatchObject({ code: 'FILE_TOO_LARGE' });
    const full = await keyed(owner, 'refused');
    await rig.addConversion(owner);
    await rig.sql.query(`UPDATE counters SET used = 50 WHERE subject = $1 AND category = 'total'`, [
      `user:${owner.id}`,
    ]);
    await expect(rig.accept(full)).rejects.toMatchObject({ code: 'QUOTA_EXCEEDED' });
    await rig.sql.query(`UPDATE counters SET used = 1 WHERE subject = $1`, [`user:${owner.id}`]);
    expect((await rig.accept(full)).status).toBe('pending');
  });

  it('is separate for each user and expires after 24 hours', async () => {
    const [owner, other] = [aUser(), aUser()];
    const first = await rig.accept(await keyed(owner, 'mine'));
    await rig.accept(await keyed(other, 'mine'));
    rig.offsetMs = 24 * 60 * MINUTE_MS - 1_000;
    const check = { owner, openUploads: 0, idempotencyKey: 'mine' };
    expect((await rig.client.checkUpload(check)).knownKey?.conversion?.id).toBe(first.id);
    rig.offsetMs = 24 * 60 * MINUTE_MS + 1_000;
    expect((await rig.client.checkUpload(check)).knownKey ?? undefined).toBeUndefined();
    const second = await rig.accept(await keyed(owner, 'mine'));
    expect((await rig.client.checkUpload(check)).knownKey?.conversion?.id).toBe(second.id);
  });

  it('is refused for guests, and so is a malformed hash', async () => {
    const guest = await keyed(aGuest(), 'guest');
    await expect(rig.accept(guest)).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
    const short = {
      ...(await keyed(aUser(), 'x')),
      idempotency: { key: 'x', requestHash: Buffer.alloc(31) },
    };
    await expect(rig.accept(short)).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
  });
});
