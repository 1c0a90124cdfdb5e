import { describe, expect, it } from '@jest/globals';
import { wordValues } from './enums.js';

describe('wordValues', () => {
  it('renames values to their words, and the value of a field that was not set to the empty string', () => {
    const values = { PLAN_ID_UNSPECIFIED: 0, PLAN_ID_GUEST: 1, PLAN_ID_FREE: 2, PLAN_ID_PRO: 3 };
    expect(wordValues('PlanId', values)).toEqual({ '': 0, guest: 1, free: 2, pro: 3 });
  });

  it('refuses an enum that differs from its list of words', () => {
    const values = { USER_PLAN_ID_UNSPECIFIED: 0, USER_PLAN_ID_FREE: 1, USER_PLAN_ID_GOLD: 2 };
    expect(() => wordValues('UserPlanId', values)).toThrow(
      'enum UserPlanId: no word for [USER_PLAN_ID_GOLD], no value for [USER_PLAN_ID_PRO]',
    );
    expect(() => wordValues('Colour', { COLOUR_UNSPECIFIED: 0, COLOUR_RED: 1 })).toThrow('COLOUR_RED');
  });
});
