import { describe, expect, it } from '@jest/globals';
import { anInput, anItem } from '../../../testing/factories.js';
import { combined, moved, movedTo, sharedCombinations } from './combine.js';
import { isSkipped } from './item.js';

const input = (format: string, ...together: string[]) => ({
  ...anInput(format, []),
  combinesInto: together.map((id) => ({
    ...{ format: id, category: 'document' as const, label: id, options: {} },
  })),
});
const png = () => anItem({ input: input('png', 'pdf', 'gif', 'zip') });
const pdf = () => anItem({ input: input('pdf', 'pdf', 'zip') });
const idsOf = (items: readonly { id: string }[]) => items.map(({ id }) => id);

describe('sharedCombinations', () => {
  it('offers what all files can become together', () => {
    expect(sharedCombinations([png(), pdf(), png()]).map(({ format }) => format)).toEqual(['pdf', 'zip']);
  });

  it('offers nothing for one file, and counts none that is running', () => {
    expect(sharedCombinations([png()])).toEqual([]);
    expect(sharedCombinations([png(), { ...png(), status: 'converting' }])).toEqual([]);
  });
});

describe('combined', () => {
  it('makes one item of all, in their order', () => {
    const parts = [pdf(), pdf(), pdf()];
    const item = combined(parts, { target: 'pdf', options: { quality: 5 } });
    expect(item).toMatchObject({
      id: parts[0]?.id,
      target: 'pdf',
      sizeBytes: 3_000,
      options: { quality: 5 },
    });
    expect(item?.parts).toEqual(parts);
    expect(item && isSkipped(item)).toBe(false);
  });

  it('needs a format and two files', () => {
    expect(combined([png(), png()], { options: {} })).toBeUndefined();
    expect(combined([png()], { target: 'pdf', options: {} })).toBeUndefined();
  });
});

describe('the order', () => {
  const items = [png(), png(), png()];
  const [a = '', b = '', c = ''] = idsOf(items);

  it('changes by one place', () => {
    expect(idsOf(moved(items, b, -1))).toEqual([b, a, c]);
    expect(idsOf(moved(items, b, 1))).toEqual([a, c, b]);
    expect(moved(items, a, -1)).toBe(items);
    expect(moved(items, c, 1)).toBe(items);
  });

  it('jumps over a file that has ended', () => {
    const ended = { ...png(), status: 'completed' as const };
    const [first, second] = [png(), png()];
    expect(idsOf(moved([first, ended, second], second.id, -1))).toEqual([second.id, ended.id, first.id]);
  });

  it('changes to the place of another file', () => {
    expect(idsOf(movedTo(items, a, c))).toEqual([b, c, a]);
    expect(idsOf(movedTo(items, c, a))).toEqual([c, a, b]);
    expect(movedTo(items, a, 'unknown')).toBe(items);
  });
});
