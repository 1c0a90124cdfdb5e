import { proveLosses } from '@filemill/worker/proving';
import { type Converter, createConverter } from '@filemill/worker/testing';
import { afterAll, beforeAll, describe } from '@jest/globals';
import { createEngine } from '../src/engines/ffmpeg.engine.js';
import { seededMedia } from './seeded-media.js';

let converter: Converter;
beforeAll(async () => {
  converter = await createConverter([createEngine]);
});
afterAll(() => converter.close());

describe('losses of sound and video', () => {
  proveLosses(
    seededMedia(() => converter.folder),
    () => converter,
    210,
  );
});
