import { availableParallelism, totalmem } from 'node:os';
import { loadConfig } from '@filemill/platform';
import { LANES, type Lane } from '@filemill/product';
import { describe, expect, it } from '@jest/globals';
import { workerConfig } from './config.js';
import { availableMemoryBytes, checkEngines, lanesOf, planMemory } from './lanes.js';
import { jobMemory, laneJobBytes, oneSpareBytes } from './limits/job-memory.js';

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
    expect(() => checkEngines('media', ['bundle', 'ffmpeg', 'fluidsynth', 'sharp'])).toThrow(
      'sharp to another worker',
    );
    checkEngines('media', ['bundle', 'ffmpeg', 'fluidsynth']);
  });
});

const GB = 1024 ** 3;
const guess = (slots: number) => ({ slots, chosen: false });
const choice = (slots: number) => ({ slots, chosen: true });

describe('laneJobBytes', () => {
  it('counts the /tmp of the heaviest engine of a lane', () => {
    const { memoryBytes, tmpBytes } = jobMemory('calibre');
    expect(tmpBytes).toBe(2 * GB);
    expect(laneJobBytes('ebook')).toBe(memoryBytes + tmpBytes);
  });

  it('has a figure for each lane', () => {
    for (const lane of LANES) expect(laneJobBytes(lane)).toBeGreaterThan(GB / 2);
  });
});

describe('availableMemoryBytes', () => {
  it('is at most the memory of the machine', () => {
    expect(availableMemoryBytes()).toBeGreaterThan(0);
    expect(availableMemoryBytes()).toBeLessThanOrEqual(totalmem());
  });
});

describe('planMemory', () => {
  const audioAndVideo = new Map([
    ['audio', guess(4)],
    ['video', guess(4)],
  ] as const);

  it('keeps slots that fit', () => {
    const plan = planMemory(audioAndVideo, 64 * GB);
    expect(plan).toMatchObject({ fits: true, lowered: false });
    expect([...plan.lanes.values()]).toEqual([4, 4]);
    expect(plan.neededBytes).toBeGreaterThan(8 * laneJobBytes('video'));
  });

  it('lowers default slots until all conversions at once fit', () => {
    const plan = planMemory(audioAndVideo, 16 * GB);
    expect(plan).toMatchObject({ fits: true, lowered: true });
    expect(plan.neededBytes).toBeLessThanOrEqual(16 * GB);
    expect([...plan.lanes.values()].sort()).toEqual([1, 2]);
  });

  it('starts with one slot for each lane on a machine of 4 GiB', () => {
    const everything = new Map(LANES.map((lane) => [lane, guess(2)]));
    const plan = planMemory(everything, 4 * GB);
    expect(plan).toMatchObject({ fits: false, lowered: true });
    expect([...plan.lanes.values()]).toEqual(LANES.map(() => 1));
  });

  it('refuses configured slots that do not fit, naming a number that does', () => {
    expect(() => planMemory(new Map([['ebook', choice(2)]]), 4 * GB)).toThrow(
      /SLOTS_EBOOK=2: .* 6\.8 GiB .* 4\.0 GiB: give the process more, or set SLOTS_EBOOK=1$/,
    );
    expect(() => planMemory(new Map([['ebook', choice(1)]]), 2 * GB)).toThrow(/give the process more$/);
  });

  it('counts the processes that wait once for all slots, of the engines of the lane only', () => {
    const needed = (lane: Lane, slots: number) =>
      planMemory(new Map([[lane, guess(slots)]]), 99 * GB).neededBytes;
    expect(oneSpareBytes(['video'])).toBe(0);
    expect(oneSpareBytes(['font'])).toBeGreaterThan(0);
    expect(oneSpareBytes(['font'])).toBeLessThan(oneSpareBytes(['ebook', 'font']));
    const [one, two] = [needed('font', 1), needed('font', 2)];
    expect(one - (two - one)).toBe(
      needed('video', 1) - (needed('video', 2) - needed('video', 1)) + oneSpareBytes(['font']),
    );
  });

  it('never lowers configured slots in favour of default ones', () => {
    const mixed = new Map([
      ['audio', choice(2)],
      ['video', guess(4)],
    ] as const);
    expect(Object.fromEntries(planMemory(mixed, 15 * GB).lanes)).toEqual({ audio: 2, video: 1 });
  });
});
