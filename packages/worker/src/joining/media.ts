import type { EngineContext } from '../engines/engine.js';
import { jobMemory } from '../limits/job-memory.js';
import { resourceLimits } from '../limits/limits.js';
import type { JoinProgram } from './run.js';

const PROCESSES = 256;

/** Before each input: nothing but the named file is opened. */
export const MEDIA_INPUT = ['-protocol_whitelist', 'file'] as const;

/** A program of ffmpeg for sound and film; the conversion's own deadline is its time limit. */
export const mediaProgram = (context: EngineContext, name: 'ffmpeg' | 'ffprobe'): JoinProgram => {
  const { cpuSeconds, outputBytes } = resourceLimits('video', 0);
  return {
    program: context.program(name),
    limits: {
      ...{ wallMs: Number.POSITIVE_INFINITY, cpuSeconds, fileBytes: outputBytes, processes: PROCESSES },
      ...jobMemory('ffmpeg'),
    },
  };
};

/** ffmpeg's names of the usual layouts, from one channel on. */
const LAYOUTS = ['mono', 'stereo', '2.1', '4.0', '5.0', '5.1', '6.1', '7.1'] as const;

/** The usual layout of so many channels; of more than eight, the first eight are kept. */
export const layoutOf = (channels: number): string =>
  LAYOUTS[Math.min(channels, LAYOUTS.length) - 1] ?? 'stereo';
