import { DEFAULT_PLANS } from '@filemill/plans';
import { describe, expect, it } from '@jest/globals';
import { chargesOf, subjectsOf } from './charges.js';

const NOW_MS = Date.UTC(2026, 10, 21, 12);
const nobody = (): boolean => false;
const guest = { kind: 'guest', id: 'f'.repeat(32), address: '192.0.2.7' } as const;

describe('subjectsOf', () => {
  it('counts a guest by fingerprint and by address, which has five times the limit', () => {
    expect(subjectsOf(guest, nobody)).toEqual([
      { name: `guest:${guest.id}`, multiple: 1 },
      { name: 'address:192.0.2.7', multiple: 5 },
    ]);
  });

  it('leaves out an exempt address and a fingerprint that is not known yet', () => {
    expect(subjectsOf(guest, () => true)).toEqual([{ name: `guest:${guest.id}`, multiple: 1 }]);
    expect(subjectsOf({ ...guest, id: '' }, nobody)).toEqual([{ name: 'address:192.0.2.7', multiple: 5 }]);
  });

  it('counts a user by account only', () => {
    expect(subjectsOf({ ...guest, kind: 'user', id: 'u' }, nobody)).toEqual([
      { name: 'user:u', multiple: 1 },
    ]);
  });
});

describe('chargesOf', () => {
  it('charges total, category and unfinished conversions, each with its limit of the plan', () => {
    const charges = chargesOf(DEFAULT_PLANS.guest, subjectsOf(guest, nobody), 'video', NOW_MS);
    expect(
      charges.map(({ subject, period, category, limit }) => [subject.split(':')[0], period, category, limit]),
    ).toEqual([
      ['guest', '2026-11-21', 'total', 35],
      ['guest', '2026-11-21', 'video', 5],
      ['guest', 'now', 'unfinished', 1],
      ['address', '2026-11-21', 'total', 175],
      ['address', '2026-11-21', 'video', 25],
      ['address', 'now', 'unfinished', 5],
    ]);
    expect(charges[0]?.endsAtMs).toBe(Date.UTC(2026, 10, 22));
  });

  it('charges no category before it is known', () => {
    const categories = chargesOf(DEFAULT_PLANS.pro, [{ name: 'user:u', multiple: 1 }], undefined, NOW_MS);
    expect(categories.map(({ category, period }) => [category, period])).toEqual([
      ['total', '2026-11'],
      ['unfinished', 'now'],
    ]);
  });
});
