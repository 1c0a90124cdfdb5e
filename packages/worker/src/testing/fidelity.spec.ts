import { declared } from '@filemill/formats/testing';
import { describe, expect, it } from '@jest/globals';
import { raisedFloors } from './fidelity.js';

const pair = (from: string, to: string, likeness?: number) => {
  const route = declared.route(from, to);
  if (!route) throw new Error(`no pair ${from} to ${to}`);
  return { route, likeness };
};

describe('the floors of fidelity', () => {
  it('rise to the lowest pair of a family, rounded down', () => {
    const pairs = [pair('png', 'jpg', 0.9876), pair('png', 'webp', 0.995)];
    expect(raisedFloors({}, pairs)).toEqual({ 'image > image': 0.987 });
    expect(raisedFloors({ 'image > image': 0.98 }, pairs)).toEqual({ 'image > image': 0.987 });
  });

  it('never fall', () => {
    expect(raisedFloors({ 'image > image': 0.99 }, [pair('png', 'jpg', 0.9)])).toEqual({
      'image > image': 0.99,
    });
  });

  it('stay if a pair of the family has no figure', () => {
    expect(raisedFloors({}, [pair('png', 'jpg', 0.99), pair('png', 'webp')])).toEqual({});
  });
});
