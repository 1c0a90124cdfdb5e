import { describe, expect, it } from '@jest/globals';
import { anInput, aTarget } from '../../../testing/factories.js';
import type { OptionSchemas } from './option-fields.js';
import { presetFor } from './preset.js';

const properties: OptionSchemas = {
  quality: { type: 'integer', minimum: 1, maximum: 100 },
  fit: { type: 'string', enum: ['inside', 'cover'] },
  lossless: { type: 'boolean' },
};
const input = { ...anInput('png', []), outputs: [aTarget('webp', { options: { properties } })] };

describe('presetFor', () => {
  it('keeps the settings that the pair has, with values that it accepts', () => {
    const options = { quality: 80, fit: 'stretch', lossless: 'yes', title: 'Morning' };
    expect(presetFor(input, { target: 'webp', options })).toEqual({
      target: 'webp',
      options: { quality: 80 },
      refines: false,
    });
  });

  it('is nothing for a format that cannot become the target', () => {
    expect(presetFor(input, { target: 'mp3', options: {} })).toBeUndefined();
  });
});
