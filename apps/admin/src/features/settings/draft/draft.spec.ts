import { DEFAULT_PLANS } from '@filemill/plans';
import { describe, expect, it } from '@jest/globals';
import { draftOf, editApi, editField, editsTo, NO_EDITS } from './draft.js';
import { tableOf, textsOf } from './fields.js';

const typed = (path: string, text: string) =>
  draftOf(DEFAULT_PLANS, { ...NO_EDITS, texts: { [path]: text } });

describe('textsOf', () => {
  it('keeps every value of a table', () => {
    expect(tableOf(textsOf(DEFAULT_PLANS))).toEqual(DEFAULT_PLANS);
  });
});

describe('draftOf', () => {
  it('returns the current table when nothing was typed', () => {
    expect(draftOf(DEFAULT_PLANS, NO_EDITS)).toMatchObject({
      changes: [],
      problems: {},
      table: DEFAULT_PLANS,
    });
  });

  it('names what changes, with the values before and after', () => {
    const { changes, table } = typed('free.conversions.total', '60');
    expect(changes).toEqual([{ plan: 'free', field: 'conversions.total', before: '50', after: '60' }]);
    expect(table?.free.conversions.total).toBe(60);
  });

  it('does not count the same number with spaces as a change', () => {
    expect(typed('free.conversions.total', ' 50 ').changes).toEqual([]);
  });

  it.each([
    ['free.conversions.total', 'many', { id: 'integer' }],
    ['free.conversions.total', '', { id: 'integer' }],
    ['free.conversions.total', '1.5', { id: 'integer' }],
    ['free.filesAtOnce', '0', { id: 'min', limit: 1 }],
    ['pro.maxFileSizeMb.video', '50001', { id: 'max', limit: 50_000 }],
    ['pro.currency', 'euro', { id: 'currency' }],
  ])('refuses %s of "%s" as the server does', (path, text, problem) => {
    const draft = typed(path, text);
    expect(draft.problems[path]).toEqual(problem);
    expect(draft.table).toBeNull();
  });
});

describe('the one input for the largest file', () => {
  const withLargest = (text: string) => draftOf(DEFAULT_PLANS, { ...NO_EDITS, largest: { free: text } });

  it('changes the categories with the largest size, and leaves the others', () => {
    expect(withLargest('800').table?.free.maxFileSizeMb).toMatchObject({
      video: 800,
      archive: 800,
      image: 100,
    });
  });

  it('leaves no other category above it', () => {
    expect(new Set(Object.values(withLargest('80').table?.free.maxFileSizeMb ?? {}))).toEqual(new Set([80]));
  });

  it('refuses a text that is not a number, and keeps the other edits', () => {
    const { problems, texts } = withLargest('x');
    expect(problems['free.maxFileSizeMb.video']).toEqual({ id: 'integer' });
    expect(texts['free.maxFileSizeMb.image']).toBe('100');
  });

  it('is overridden by sizes that are typed below afterwards', () => {
    const before = { ...NO_EDITS, largest: { free: '80' } };
    const { texts } = draftOf(DEFAULT_PLANS, before);
    const after = editField(before, texts, 'free.maxFileSizeMb.video', '300');
    expect(draftOf(DEFAULT_PLANS, after).table?.free.maxFileSizeMb).toMatchObject({
      video: 300,
      archive: 80,
      image: 80,
    });
  });
});

describe('editApi', () => {
  it('gives a plan the API numbers of another plan, and removes them', () => {
    const shown = textsOf(DEFAULT_PLANS);
    const on = editApi(NO_EDITS, shown, 'free', true, 'pro');
    expect(draftOf(DEFAULT_PLANS, on).table?.free.api).toEqual(DEFAULT_PLANS.pro.api);
    const off = editApi(on, shown, 'free', false, 'pro');
    expect(draftOf(DEFAULT_PLANS, off)).toMatchObject({ changes: [], table: DEFAULT_PLANS });
  });
});

describe('editsTo', () => {
  it('produces another table, also one without an API', () => {
    const wanted = { ...DEFAULT_PLANS, pro: { ...DEFAULT_PLANS.pro, api: null, concurrent: 3 } };
    expect(draftOf(DEFAULT_PLANS, editsTo(DEFAULT_PLANS, wanted)).table).toEqual(wanted);
    expect(draftOf(wanted, editsTo(wanted, DEFAULT_PLANS)).table).toEqual(DEFAULT_PLANS);
  });
});
