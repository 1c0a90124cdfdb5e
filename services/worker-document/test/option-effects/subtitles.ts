import { near, type OptionLook, type Tried } from '@filemill/worker/proving';
import { expect } from '@jest/globals';
import { CUES, cuesOf } from '../subtitle-files.js';

/** How much later each text is shown, and how much more slowly. */
function expectTimes({ result, to }: Tried, factor: number, shiftMs: number): void {
  const cues = cuesOf(result.path, to);
  expect(cues).toHaveLength(CUES.length);
  for (const [index, { startMs }] of cues.entries())
    near(startMs, (CUES[index]?.startMs ?? 0) * factor + shiftMs, 25);
}

const seeSpeed = (tried: Tried): void => {
  const { fromFps, toFps } = tried.options as { fromFps: number; toFps: number };
  expectTimes(tried, fromFps / toFps, 0);
};

export const SUBTITLES: Readonly<Record<string, OptionLook>> = {
  shift: {
    inputs: ['in.srt', 'in.vtt'],
    values: [-3_600, -0.25, 0, 3_600],
    // Everything would be shown before the film begins.
    refuses: (value) => value === -3_600,
    see: (tried) => expectTimes(tried, 1, Number(tried.value) * 1_000),
  },
  fromFps: { inputs: ['in.srt', 'in.vtt'], see: seeSpeed },
  toFps: { inputs: ['in.srt', 'in.vtt'], see: seeSpeed },
};
