import { availableParallelism } from 'node:os';
import { loadConfig } from '@filemill/platform';
import { describe, expect, it } from '@jest/globals';
import { workerConfig } from './config.js';
import { checkEngines, lanesOf } from './lanes.js';

const config = (env: Record<string, string> = {}) => loadConfig(workerConfig, env);

describe('lanesOf', () => {
  it('serves all lanes of a worker by default, each with its slots', () => {
    const lanes = lanesOf('media', config({ SLOTS_AUDIO: '4', SLOTS_VIDEO: '1' }));
    expect([...lanes]).toEqual([
      ['audio', { slots: 4, chosen: true }],
      ['video', { slots: 1, chosen: true }],
    ]);
  });
  it('serves only the configured lanes', () => {
    expect([...lanesOf('media', config({ LANES: 'video', SLOTS_VIDEO: '2' }))]).toEqual([
      ['video', { slots: 2, chosen: true }],
    ]);
  });
  it('gives a lane one slot per core by default', () => {
    expect(lanesOf('image', config()).get('image')).toEqual({ slots: availableParallelism(), chosen: false });
  });
  it('refuses a lane of another worker', () => {
    expect(() => lanesOf('image', config({ LANES: 'image,video' }))).toThrow(
      'video is not served by worker-image',
    );
  });
});

describe('checkEngines', () => {
  it('names a missing engine, and an engine of another worker', () => {
    expect(() => checkEngines('image', ['sharp'])).toThrow('vips');
    expect(() => checkEngines('media', ['ffmpeg', 'sharp'])).toThrow('sharp to another worker');
    checkEngines('media', ['ffmpeg']);
  });
});
