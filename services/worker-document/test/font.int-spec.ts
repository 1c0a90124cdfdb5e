import { type Converter, createConverter } from '@filemill/worker/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createEngine } from '../src/engines/fonttools.engine.js';

let converter: Converter;
beforeAll(async () => {
  converter = await createConverter([createEngine], { slots: 2 });
});
afterAll(() => converter.close());

describe('fonts', () => {
  it('moves ttf to woff2', async () => {
    const { outputs } = await converter.convert({
      input: '/usr/share/fonts/truetype/liberation/LiberationSans-Regular.ttf',
      from: 'ttf',
      to: 'woff2',
    });
    expect(outputs[0]?.sizeBytes).toBeGreaterThan(1_000);
  });
});
