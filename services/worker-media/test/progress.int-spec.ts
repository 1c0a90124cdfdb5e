import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Converter, createConverter } from '@filemill/worker/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { makeMedia } from './media-files.js';

/** Long enough for several reports of ffmpeg, which come twice a second. */
const SECONDS = 8;

let folder: string;
let input: string;
let converter: Converter;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'progress-'));
  converter = await createConverter(new URL('../src/engines/', import.meta.url));
  input = join(folder, 'film.avi');
  const card = ['-f', 'lavfi', '-i', `testsrc2=size=640x480:rate=25:duration=${SECONDS}`];
  await makeMedia([...card, '-c:v', 'mpeg4', '-q:v', '4', input]);
});
afterAll(async () => {
  await converter.close();
  await rm(folder, { recursive: true, force: true });
});

describe('a film that takes more than a second to encode', () => {
  it.each([
    // With a quality nothing is copied.
    ['mp4', { quality: 90 }],
    ['webm', {}],
    ['frames-zip', {}],
  ])('tells how much of it is encoded, before it ends: %s', async (to, options) => {
    const seen: number[] = [];
    const onProgress = (fraction: number) => seen.push(fraction);
    await converter.convert({ input, from: 'avi', to, options, onProgress });
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
    expect(seen.filter((fraction) => fraction > 0.01 && fraction < 0.99).length).toBeGreaterThan(0);
  });
});
