import { totalmem } from 'node:os';
import { LANES } from '@filemill/queue';
import { describe, expect, it } from '@jest/globals';
import { jobMemory, laneJobBytes } from './limits/job-memory.js';
import { availableMemoryBytes, planMemory } from './memory-plan.js';

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
      /SLOTS_EBOOK=2: .* 6\.5 GiB .* 4\.0 GiB: give the process more, or set SLOTS_EBOOK=1$/,
    );
    expect(() => planMemory(new Map([['ebook', choice(1)]]), 2 * GB)).toThrow(/give the process more$/);
  });

  it('never lowers configured slots in favour of default ones', () => {
    const mixed = new Map([
      ['audio', choice(2)],
      ['video', guess(4)],
    ] as const);
    expect(Object.fromEntries(planMemory(mixed, 15 * GB).lanes)).toEqual({ audio: 2, video: 1 });
  });
});
