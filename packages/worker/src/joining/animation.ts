import { link } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { EngineContext } from '../engines/engine.js';
import { jobMemory } from '../limits/job-memory.js';
import { IMAGE_STRUCTURE, resourceLimits } from '../limits/limits.js';
import type { Joiner, JoinPart } from './joiner.js';
import { type JoinProgram, jailedOutput, joiningFailed, runJoiner } from './run.js';

/** As of the engines that encode animations. */
const SECONDS = 300;
const PROCESSES = 64;
const optionsSchema = z.looseObject({ frameMs: z.number().default(1_000) });

const largest = (parts: readonly JoinPart[], side: 'widthPx' | 'heightPx'): number =>
  Math.max(1, ...parts.map(({ facts }) => facts[side] ?? 1));

/**
 * Makes an animated PNG of PNGs with ffmpeg. It is as wide as the widest picture and as high as the highest one; smaller
 * ones lie in the middle of clear ground, none is resized.
 *
 * Can it leave the jail? Only by a flaw of the kernel. What could it do? See the pictures of one conversion.
 */
export function createAnimation(context: EngineContext): Joiner {
  const ffmpeg: JoinProgram = {
    program: context.program('ffmpeg'),
    limits: {
      ...{ wallMs: SECONDS * 1_000, cpuSeconds: SECONDS, processes: PROCESSES },
      ...jobMemory('stills'),
      fileBytes: resourceLimits('image', 0).outputBytes,
    },
  };
  return {
    id: 'animation',
    async join(request, signal) {
      const { frameMs } = optionsSchema.parse(request.options);
      // A single picture would become an ordinary PNG, which no engine takes for an animation.
      const [only] = request.parts;
      const frames = request.parts.length === 1 && only ? [only, only] : request.parts;
      for (const [index, { path }] of frames.entries())
        await link(path, join(request.folder.in, `frame-${String(index + 1).padStart(5, '0')}.png`));
      const [widthPx, heightPx] = [largest(frames, 'widthPx'), largest(frames, 'heightPx')];
      const args = [
        ...['-nostdin', '-v', 'error', '-xerror', '-threads', '1', '-protocol_whitelist', 'file'],
        ...['-format_whitelist', 'image2', '-max_pixels', `${IMAGE_STRUCTURE.pixels}`],
        ...['-f', 'image2', '-framerate', `1000/${frameMs}`, '-c:v', 'png', '-i', '/job/in/frame-%05d.png'],
        ...['-vf', `format=rgba,pad=${widthPx}:${heightPx}:(ow-iw)/2:(oh-ih)/2:color=0x00000000`],
        ...['-fps_mode', 'passthrough', '-threads', '1', '-c:v', 'apng'],
        ...['-compression_level', request.final ? '6' : '1', '-final_delay', `${frameMs}/1000`],
        ...['-plays', '0', '-f', 'apng', jailedOutput(request.outputPath)],
      ];
      const result = await runJoiner(context, ffmpeg, request, args, signal);
      if (result.exitCode !== 0) throw joiningFailed(result, 'ffmpeg');
      return { expected: { widthPx, heightPx, frames: frames.length } };
    },
  };
}
