import { describe, expect, it } from '@jest/globals';
import {
  fieldGroups,
  isAccepted,
  type OptionSchemas,
  optionFields,
  violationOf,
  withoutDefaults,
} from './option-fields.js';

/** A schema that no format has: what is drawn follows from it alone. */
const MADE_UP: OptionSchemas = {
  method: { type: 'string', enum: ['copy', 'encode'], default: 'encode' },
  tune: { anyOf: [{ const: 'film' }, { const: 'grain' }, { const: 'still' }, { const: 'fast' }] },
  strip: { type: 'boolean', default: false },
  quality: { type: 'integer', minimum: 1, maximum: 100 },
  bitrate: { type: 'integer', minimum: 32, maximum: 512, multipleOf: 16, unit: 'kbit/s', advanced: true },
  widthPx: { type: 'integer', minimum: 1, maximum: 16_384, unit: 'px' },
  gain: { type: 'number', minimum: -1.5, maximum: 1.5 },
  title: { type: 'string', maxLength: 4 },
  crop: { type: 'object' },
};
const fields = optionFields(MADE_UP);
const spec = (wanted: string) => {
  const found = fields.find(({ name }) => name === wanted);
  if (!found) throw new Error(wanted);
  return found;
};

describe('optionFields', () => {
  it('chooses a control by the schema, and skips properties that only the API supports', () => {
    expect(fields.map(({ name, look }) => `${name}: ${look}`)).toEqual([
      'method: segments',
      'tune: select',
      'strip: switch',
      'quality: slider',
      'bitrate: slider',
      'widthPx: number',
      'gain: slider',
      'title: text',
    ]);
  });

  it('shows three at once and the rest behind "All options"', () => {
    expect(fields.filter(({ isAdvanced }) => isAdvanced).map(({ name }) => name)).toEqual([
      'quality',
      'bitrate',
      'widthPx',
      'gain',
      'title',
    ]);
  });
});

describe('violationOf', () => {
  it.each([
    ['bitrate', 640, { min: 32, max: 512, nearest: 512 }],
    ['bitrate', 100, { min: 32, max: 512, nearest: 96 }],
    ['widthPx', 0, { min: 1, max: 16_384, nearest: 1 }],
    ['widthPx', 10.4, { min: 1, max: 16_384, nearest: 10 }],
    ['gain', 2, { min: -1.5, max: 1.5, nearest: 1.5 }],
    ['title', 'longer', { maxLength: 4 }],
  ])('names range and nearest value of %s for %p', (name, value, violation) => {
    expect(violationOf(value, spec(name))).toEqual(violation);
  });

  it('accepts a valid value and an empty one', () => {
    expect(violationOf(96, spec('bitrate'))).toBeUndefined();
    expect(violationOf(-0.75, spec('gain'))).toBeUndefined();
    expect(violationOf(undefined, spec('quality'))).toBeUndefined();
  });
});

describe('withoutDefaults', () => {
  it('keeps only values that differ from the defaults', () => {
    const draft = { method: 'encode', strip: true, quality: undefined };
    expect(withoutDefaults(draft, MADE_UP)).toEqual({ strip: true });
  });
});

describe('fieldGroups', () => {
  it('puts the settings under their headings, in the order of the first of each', () => {
    const grouped = optionFields({
      width: { type: 'integer', group: 'size' },
      volume: { type: 'number', group: 'sound' },
      height: { type: 'integer', group: 'size' },
      rest: { type: 'string' },
    });
    expect(fieldGroups(grouped).map(({ group, specs }) => [group, specs.map(({ name }) => name)])).toEqual([
      ['size', ['width', 'height']],
      ['sound', ['volume']],
      [undefined, ['rest']],
    ]);
  });
});

describe('isAccepted', () => {
  it.each([
    ['method', 'copy', true],
    ['method', 'move', false],
    ['strip', true, true],
    ['strip', 'true', false],
    ['quality', 80, true],
    ['quality', '80', false],
    ['quality', 101, false],
    ['title', 'abc', true],
    ['title', 5, false],
  ])('%s: %p is %p', (name, value, accepted) => {
    expect(isAccepted(value, spec(name))).toBe(accepted);
  });
});
