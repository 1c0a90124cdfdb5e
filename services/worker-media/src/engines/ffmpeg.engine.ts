import { stat } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { basename } from 'node:path';
import { AppError } from '@filemill/errors';
import { FileByteReader, type MediaInfo, readMedia } from '@filemill/inspect';
import {
  type Engine,
  type EngineContext,
  type EngineFactory,
  type Limits,
  resourceLimits,
  type Step,
  type StepResult,
} from '@filemill/worker';
import ffmpeg from 'fluent-ffmpeg';
import { StandbyPool } from '../standby/standby-pool.js';
import { type ArgumentRequest, expectedFacts, outputArguments } from './arguments.js';
import { CONTAINERS, type Container, M4A_LOSSLESS } from './containers.js';
import { failureOf } from './failures.js';
import { inputOptions } from './input-options.js';
import { planStreams } from './plan.js';
import { needsProbe, PROBE_ARGUMENTS, readProbe } from './probe.js';
import { readProgress } from './progress.js';
import { ThreadShare } from './thread-share.js';

/** ffmpeg's threads, counted generously: x264 and VP9 take several for each core. */
const MAX_PROCESSES = 256;

/** The same for sound and video; the wall clock is the conversion's own deadline. */
const RESOURCES = resourceLimits('video', 0);
const LIMITS: Limits = {
  wallMs: Number.POSITIVE_INFINITY,
  cpuSeconds: RESOURCES.cpuSeconds,
  memoryBytes: RESOURCES.memoryBytes,
  // Above -fs, so that ffmpeg's own limit comes first and leaves a reason.
  fileBytes: RESOURCES.outputBytes + 64 * 1024 * 1024,
  processes: MAX_PROCESSES,
};

/** Options of the catalogue that this engine knows; which of them a format has is the catalogue's affair. */
interface MediaOptions {
  readonly quality?: number;
  readonly codec?: 'aac' | 'alac';
  readonly compressionLevel?: number;
}

/** Sound and video by ffmpeg. fluent-ffmpeg, which is archived upstream, lists the arguments and nothing else. */
export const createEngine: EngineFactory = async (context) => {
  const ffprobePath = context.program('ffprobe');
  const threads = new ThreadShare(availableParallelism());
  const pool = new StandbyPool(context, context.program('ffmpeg'), LIMITS);

  return {
    id: 'ffmpeg',
    close: () => pool.close(),
    async convert(step, signal, onProgress) {
      using share = threads.take(CONTAINERS[step.output.format]?.video !== undefined);
      const programs = { pool, ffprobePath, threads: share.threads };
      return await new Job(context, step, signal, programs).run(onProgress);
    },
  } satisfies Engine;
};

interface Programs {
  readonly pool: StandbyPool;
  readonly ffprobePath: string;
  readonly threads: number;
}

class Job {
  private readonly options: MediaOptions;

  constructor(
    private readonly context: EngineContext,
    private readonly step: Step,
    private readonly signal: AbortSignal,
    private readonly programs: Programs,
  ) {
    this.options = step.options as MediaOptions;
  }

  async run(onProgress: (fraction: number) => void): Promise<StepResult> {
    const info = await this.describe();
    const container = this.container();
    if (!info.tracks.some(({ kind }) => kind === 'audio') && !container.video) {
      throw new AppError('UNSUPPORTED_FORMAT', {
        message: 'The video has no sound that could be converted.',
      });
    }
    const first = this.request(info, container, this.options.quality === undefined);
    const copiesPictures = first.plan.streams.some(
      ({ track, encoder }) => track.kind === 'video' && !encoder,
    );
    try {
      return await this.convert(first, onProgress);
    } catch (error) {
      // Some streams cannot be copied although their codec can: AVI leaves out the times that MP4 must have.
      const isWorthTrying = copiesPictures && error instanceof AppError && error.code === 'ENGINE_FAILED';
      if (!isWorthTrying) throw error;
      this.context.logger.info(
        { conversionId: this.step.conversionId, err: error },
        'copying failed, encoding',
      );
      return this.convert(this.request(info, container, false), onProgress);
    }
  }

  private container(): Container {
    const container = CONTAINERS[this.step.output.format];
    if (!container) throw new AppError('UNSUPPORTED_FORMAT', { seen: this.step.output.format });
    return this.options.codec === 'alac' ? { ...container, audio: M4A_LOSSLESS } : container;
  }

  private request(info: MediaInfo, container: Container, canCopy: boolean): ArgumentRequest {
    const { quality, compressionLevel } = this.options;
    return { info, container, plan: planStreams({ info, container, canCopy }), quality, compressionLevel };
  }

  private async describe(): Promise<MediaInfo> {
    const { path, format } = this.step.input;
    const reader = await FileByteReader.open(path);
    try {
      const info = await readMedia(reader, format);
      if (!needsProbe(info)) return info;
    } finally {
      await reader.close();
    }
    const args = [...inputOptions(format), '-i', jailedInput(path), ...PROBE_ARGUMENTS];
    return readProbe(
      await this.context.run({
        program: this.programs.ffprobePath,
        args,
        folder: this.step.folder,
        signal: this.signal,
        limits: { ...LIMITS, wallMs: this.wallMs() },
      }),
    );
  }

  private async convert(
    request: ArgumentRequest,
    onProgress: (fraction: number) => void,
  ): Promise<StepResult> {
    const result = await this.programs.pool.run({
      args: this.arguments(request),
      inputPath: this.step.input.path,
      outputFolder: this.step.folder.out,
      signal: this.signal,
      wallMs: this.wallMs(),
      onStdout: readProgress(request.info.durationMs, onProgress),
    });
    if (result.exitCode !== 0) throw failureOf(result);
    const { size } = await stat(this.step.output.path).catch((cause: unknown) => {
      throw new AppError('ENGINE_FAILED', {}, { cause });
    });
    // Past -fs ffmpeg ends as if all were well.
    if (size >= RESOURCES.outputBytes) {
      throw new AppError('FILE_TOO_LARGE', { message: 'The converted file would be larger than allowed.' });
    }
    return {
      outputs: [this.step.output.path],
      losses: request.plan.losses,
      expected: expectedFacts(request),
    };
  }

  private arguments(request: ArgumentRequest): string[] {
    const { input, output } = this.step;
    const threads = `${this.programs.threads}`;
    const command = ffmpeg()
      .input(jailedInput(input.path))
      .inputOptions(['-nostdin', '-threads', threads, ...inputOptions(input.format)])
      .output(`/job/out/${basename(output.path)}`)
      .outputOptions([
        ...outputArguments(request),
        ...['-threads', threads, '-filter_threads', threads, '-max_muxing_queue_size', '4096'],
        ...['-fs', `${RESOURCES.outputBytes}`, '-loglevel', 'error', '-progress', 'pipe:1', '-nostats'],
        ...['-f', request.container.muxer],
      ]);
    return argumentList(command);
  }

  private wallMs(): number {
    return Math.max(1, this.step.deadlineMs - this.context.clock.nowMs());
  }
}

const jailedInput = (path: string): string => `/job/in/${basename(path)}`;

/** fluent-ffmpeg's list without its start: `run` would look for the program and probe its codecs first. */
function argumentList(command: ffmpeg.FfmpegCommand): string[] {
  const { _getArguments: list } = command as ffmpeg.FfmpegCommand & { _getArguments?: () => string[] };
  if (!list) throw new Error('fluent-ffmpeg no longer lists its arguments');
  return list.call(command);
}
