import { stat } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { basename } from 'node:path';
import { AppError } from '@filemill/errors';
import { type Facts, holdsOnlyText, type MediaInfo, type MediaOptions, mediaFacts } from '@filemill/formats';
import {
  differencesOf,
  type Engine,
  type EngineContext,
  type EngineFactory,
  jobMemory,
  type Limits,
  type RunResult,
  resourceLimits,
  StandbyPool,
  type Step,
  type StepResult,
} from '@filemill/worker';
import {
  type ArgumentRequest,
  containerOf,
  cutsSamples,
  expectedStreams,
  inputArguments,
  possibleLengths,
} from './arguments.js';
import { commandArguments } from './command.js';
import { refuseTooSmall, refuseWithoutContent, withoutText } from './content.js';
import { damageOf, reportsFault } from './damage.js';
import { afterEdits, refuseTooLong } from './edits.js';
import { engineFailed, failureOf, isEmptyOutput, isFailure, namesMissingStream } from './failures.js';
import { frameRateLosses, planStreams } from './plan.js';
import {
  lettersFilter,
  loudnessOf,
  needsFiles,
  type RunFfmpeg,
  type TagInput,
  withoutSilence,
  writeTags,
} from './preparation.js';
import { needsProbe, PROBE_ARGUMENTS, readProbe } from './probe.js';
import { readProgress, WrittenLength } from './progress.js';
import { withRates } from './rates.js';
import { ThreadShare } from './thread-share.js';

/** More than ffmpeg's threads: x264 and VP9 start several for each core. */
const MAX_PROCESSES = 256;

/** The same for audio and video; the time limit is the conversion's own deadline. */
const RESOURCES = resourceLimits('video', 0);
const LIMITS: Limits = {
  wallMs: Number.POSITIVE_INFINITY,
  cpuSeconds: RESOURCES.cpuSeconds,
  ...jobMemory('ffmpeg'),
  // Above -fs, so that ffmpeg reaches its own limit first and reports it.
  fileBytes: RESOURCES.outputBytes + 64 * 1024 * 1024,
  processes: MAX_PROCESSES,
};

/** Converts audio and video with ffmpeg. */
export const createEngine: EngineFactory = async (context) => {
  const ffprobePath = context.program('ffprobe');
  const threads = new ThreadShare(availableParallelism());
  const ffmpegPath = context.program('ffmpeg');
  const pool = new StandbyPool(context, { program: ffmpegPath, limits: LIMITS });

  return {
    id: 'ffmpeg',
    meetsSize: true,
    close: () => pool.close(),
    async convert(step, signal, onProgress) {
      using share = threads.take(step.output.format.write?.ffmpeg?.video !== undefined);
      const programs = { pool, ffmpegPath, ffprobePath, threads: share.threads };
      return await new Job(context, step, signal, programs).run(onProgress);
    },
  } satisfies Engine;
};

interface Programs {
  readonly pool: StandbyPool;
  readonly ffmpegPath: string;
  readonly ffprobePath: string;
  readonly threads: number;
}

/** What one run of ffmpeg wrote. */
interface WrittenOutput {
  readonly converted: StepResult;
  /** Possible lengths of the output; empty if unknown. */
  readonly lengthsMs: readonly number[];
  /** ffmpeg reported that the input is faulty. */
  readonly isSuspect: boolean;
  /** It became larger than wanted, and has no end. */
  readonly isStopped?: true;
}

/** Longest part of ffmpeg's messages in an error. */
const MAX_LOGGED_CHARACTERS = 2_000;

class Job {
  /** Those of the step, with what follows from the sound itself. */
  private options: Readonly<Record<string, unknown>> & MediaOptions;
  private tags: TagInput | undefined;
  private letters: string | undefined;

  constructor(
    private readonly context: EngineContext,
    private readonly step: Step,
    private readonly signal: AbortSignal,
    private readonly programs: Programs,
  ) {
    this.options = step.options;
  }

  async run(onProgress: (fraction: number) => void): Promise<StepResult> {
    try {
      return await this.convertFile(onProgress);
    } catch (error) {
      const isUnexplained = error instanceof AppError && error.code === 'ENGINE_FAILED';
      if (!isUnexplained || (await this.inputDecodes())) throw error;
      throw new AppError('FILE_CORRUPT', {}, { cause: error.cause });
    }
  }

  private async convertFile(onProgress: (fraction: number) => void): Promise<StepResult> {
    const media = await this.describeInput();
    try {
      return await this.convertTracks(media, onProgress);
    } catch (error) {
      if (!namesMissingStream(error)) throw error;
      this.log(error, 'the header names streams that ffmpeg does not find, asking ffprobe');
      return this.convertTracks(await this.probe(), onProgress);
    }
  }

  private async convertTracks(info: MediaInfo, onProgress: (fraction: number) => void): Promise<StepResult> {
    await this.prepare(info);
    const first = this.request(info, this.quality === undefined && this.step.aimBytes === undefined);
    refuseWithoutContent(first);
    refuseTooSmall(first);
    const copies = first.plan.streams.some(({ track, encoding }) => !track.isCover && !encoding);
    try {
      const made = await this.convert(first, onProgress);
      if (made.isStopped) return made.converted;
      const result = await this.checkOutput(made);
      if (!copies || !made.isSuspect || (await this.outputOpens())) return result;
    } catch (error) {
      // Some streams cannot be copied although their codec can: AVI has no timestamps, which MP4 needs, and
      // damaged streams can only be decoded in part.
      const isWorthTrying = copies && isFailure(error) && !namesMissingStream(error);
      if (!isWorthTrying) throw error;
      this.log(error, 'the streams cannot be copied, encoding them');
    }
    const encoded = await this.convert(this.request(info, false), onProgress);
    return encoded.isStopped ? encoded.converted : this.checkOutput(encoded);
  }

  /**
   * Checks the output by its header before the worker does: instead of a faulty copy the streams can still be encoded, and
   * the input may be the cause.
   *
   * @returns the facts with the length of the output, if that is possible
   * @throws {AppError} ENGINE_FAILED with the difference as its cause
   */
  private async checkOutput({ converted, lengthsMs }: WrittenOutput): Promise<StepResult> {
    const { format } = this.step.output;
    const reading = format.limits ? this.readHeader() : this.probeOutput();
    // An output that takes too long to read counts as faulty.
    const facts = await reading.catch(unlessAborted(this.signal));
    if (!facts || facts.damage !== undefined)
      throw engineFailed(`the output cannot be read: ${facts?.damage}`);
    // Pictures and texts name no streams; streams without a container do not say how long they are.
    const isMedia = format.category === 'audio' || format.category === 'video';
    const saysLength = facts.durationMs !== undefined || (format.limits !== undefined && isMedia);
    const streams = isMedia ? converted.expected.streams : undefined;
    const [first, ...others] = converted.damage || !saysLength ? [] : lengthsMs;
    const [problems = [], ...more] = [first, ...others].map((durationMs) =>
      differencesOf({ streams, durationMs }, facts),
    );
    if (problems.length > 0 && more.every(({ length }) => length > 0)) {
      throw engineFailed(`the output ${problems.join('; ')}`);
    }
    return {
      ...converted,
      expected: { streams, ...(first !== undefined && { durationMs: facts.durationMs }) },
      facts,
    };
  }

  private async readHeader(): Promise<Facts | undefined> {
    const { path, format } = this.step.output;
    const { reading } = this.context;
    const data = { format: format.id };
    return (await reading.run('inspectOutput', { path }, data, { signal: this.signal })).facts;
  }

  /** The same by ffprobe, for formats whose headers only ffmpeg reads. */
  private async probeOutput(): Promise<Facts> {
    const { path, format } = this.step.output;
    const info = readProbe(await this.runProbe(inputArguments(format), jailedOutput(path)));
    const { durationMs, ...facts } = mediaFacts(info);
    return info.isDurationEstimated ? facts : { ...facts, durationMs };
  }

  /** Whether ffmpeg decodes the whole input without an error; then the input is not the cause of the failure. */
  private async inputDecodes(): Promise<boolean> {
    const { input, folder } = this.step;
    const result = await this.programs.pool.run({
      args: [
        ...['-nostdin', ...inputArguments(input.format, input.facts.media), '-i', jailedInput(input.path)],
        ...['-loglevel', 'error', '-nostats', '-map', '0:v?', '-map', '0:a?', '-f', 'null', '-'],
      ],
      inputPath: input.path,
      outputFolder: folder.out,
      signal: this.signal,
      wallMs: this.wallMs(),
    });
    return result.exitCode === 0 && result.stderr.trim() === '';
  }

  private get quality(): number | undefined {
    const { quality } = this.step.options;
    return typeof quality === 'number' ? quality : undefined;
  }

  private request(info: MediaInfo, canCopy: boolean): ArgumentRequest {
    const { input, output, aimBytes } = this.step;
    const { showsPicturesLate } = input.format.read?.ffmpeg ?? {};
    const container = containerOf(output.format, this.options);
    const left = afterEdits(info, this.options);
    refuseTooLong(left, container, this.options);
    const planOf = (options: MediaOptions) => planStreams({ info, container, canCopy, options });
    const extras = { letters: this.letters, hasTags: this.tags !== undefined, showsPicturesLate };
    const settings = { plan: planOf(this.options), options: this.options };
    const request = { info: left, container, quality: this.quality, ...extras, ...settings };
    return aimBytes === undefined ? request : withRates(request, aimBytes, planOf);
  }

  /** What has to be known or written before the upload is converted. */
  private async prepare(info: MediaInfo): Promise<void> {
    const { options, folder, output } = this.step;
    const cuts = cutsSamples({ info, container: containerOf(output.format, options) });
    this.options = { ...options, ...(await withoutSilence(info, options, cuts, this.runHere)) };
    this.tags = await writeTags(folder, options);
    this.letters = await lettersFilter(info, options, folder, this.runHere);
  }

  /** Runs ffmpeg with the upload in the folders of this job, and lets it tell what it finds. */
  private readonly runHere: RunFfmpeg = (info, reader, rest) => {
    const { path, format } = this.step.input;
    const read = ['-nostdin', ...inputArguments(format, info), ...reader, '-i', jailedInput(path)];
    return this.runInFolder([...read, '-loglevel', 'info', '-nostats', ...rest]);
  };

  private runInFolder(args: readonly string[], onStdout?: (chunk: Buffer) => void): Promise<RunResult> {
    return this.context.run({
      program: this.programs.ffmpegPath,
      args,
      folder: this.step.folder,
      signal: this.signal,
      limits: { ...LIMITS, wallMs: this.wallMs() },
      ...(onStdout && { onStdout }),
    });
  }

  private async describeInput(): Promise<MediaInfo> {
    const { facts } = this.step.input;
    const { media } = facts;
    // If the header was readable and the file ends early, ffprobe cannot add anything.
    const isUnderstood = facts.damage === undefined || media?.endsEarly === true;
    return media && isUnderstood && !needsProbe(media) ? media : this.probe();
  }

  /** ffprobe's result, and what only our own reader knows. */
  private async probe(): Promise<MediaInfo> {
    const { path, format, facts } = this.step.input;
    const { durationMs, isDurationEstimated, endsEarly, hasTail, understatesLength, hasChapters } =
      facts.media ?? {};
    const probed = readProbe(await this.runProbe(inputArguments(format, facts.media), jailedInput(path)));
    return {
      ...probed,
      ...(durationMs !== undefined && !isDurationEstimated && { durationMs, isDurationEstimated }),
      endsEarly,
      hasTail,
      understatesLength,
      ...(hasChapters && { hasChapters }),
    };
  }

  private runProbe(readerArgs: readonly string[], jailedPath: string): Promise<RunResult> {
    return this.context.run({
      program: this.programs.ffprobePath,
      args: [...readerArgs, '-i', jailedPath, ...PROBE_ARGUMENTS],
      folder: this.step.folder,
      signal: this.signal,
      limits: { ...LIMITS, wallMs: this.wallMs() },
    });
  }

  /** Whether ffmpeg can open a copy of a damaged input. */
  private async outputOpens(): Promise<boolean> {
    const { path, format } = this.step.output;
    // Subtitles have been read as a text.
    if (!format.read?.ffmpeg) return true;
    return (await this.runProbe(inputArguments(format), jailedOutput(path))).exitCode === 0;
  }

  private async convert(
    planned: ArgumentRequest,
    onProgress: (fraction: number) => void,
  ): Promise<WrittenOutput> {
    const request = { ...planned, levels: await loudnessOf(planned, this.runHere) };
    const { info } = request;
    const written = new WrittenLength();
    const report = readProgress(info.durationMs, onProgress);
    const result = await this.runConversion(this.argumentsOf(request), (chunk) => {
      written.take(chunk);
      report(chunk);
    });
    const isText = holdsOnlyText(request.container);
    if (result.exitCode !== 0) {
      throw isText && !info.endsEarly && isEmptyOutput(result) ? withoutText() : failureOf(result);
    }
    const { size } = await stat(this.step.output.path).catch((cause: unknown) => {
      throw new AppError('ENGINE_FAILED', {}, { cause });
    });
    const expected = expectedStreams(request);
    // At the limit of -fs ffmpeg ends with exit code 0.
    if (size >= (this.step.stopBytes ?? Number.POSITIVE_INFINITY)) {
      const converted = { outputs: [this.step.output.path], losses: [], expected };
      return { converted, lengthsMs: [], isSuspect: false, isStopped: true };
    }
    if (size >= RESOURCES.outputBytes) {
      throw new AppError('FILE_TOO_LARGE', { message: 'The converted file would be larger than allowed.' });
    }
    const run = { stderr: result.stderr, writtenMs: written.ms };
    const isSuspect = reportsFault(run, info);
    if (isSuspect && !written.ms) {
      throw engineFailed(`nothing was read: ${result.stderr.slice(-MAX_LOGGED_CHARACTERS)}`);
    }
    // The last words of a film do not say how much of it was read.
    const damage = isText ? isSuspect && ({ unit: 'unknown' } as const) : damageOf(run, info);
    return {
      isSuspect,
      lengthsMs: possibleLengths(request, written),
      converted: {
        outputs: [this.step.output.path],
        losses: [...request.plan.losses, ...frameRateLosses(request.container, written)],
        expected,
        ...(damage && { damage }),
        ...(request.isSmallest && { isSmallest: true }),
      },
    };
  }

  /** A waiting program sees only the upload. */
  private runConversion(args: readonly string[], onStdout: (chunk: Buffer) => void): Promise<RunResult> {
    if (needsFiles(this.options)) return this.runInFolder(args, onStdout);
    const { input, folder } = this.step;
    return this.programs.pool.run({
      args,
      inputPath: input.path,
      outputFolder: folder.out,
      signal: this.signal,
      wallMs: this.wallMs(),
      onStdout,
    });
  }

  private log(err: unknown, message: string): void {
    this.context.logger.info({ conversionId: this.step.conversionId, err }, message);
  }

  private argumentsOf(request: ArgumentRequest): string[] {
    const { input, output } = this.step;
    const { threads } = this.programs;
    const files = { input: { ...input, path: jailedInput(input.path) }, output: jailedOutput(output.path) };
    const maxBytes = Math.min(RESOURCES.outputBytes, this.step.stopBytes ?? Number.POSITIVE_INFINITY);
    return commandArguments(request, { ...files, tags: this.tags, threads, maxBytes });
  }

  private wallMs(): number {
    return Math.max(1, this.step.deadlineMs - this.context.clock.nowMs());
  }
}

const jailedInput = (path: string): string => `/job/in/${basename(path)}`;
const jailedOutput = (path: string): string => `/job/out/${basename(path)}`;

/** Handles a rejection: rethrows the reason of an abort and unexpected errors; undefined for an AppError. */
const unlessAborted =
  (signal: AbortSignal) =>
  (error: unknown): undefined => {
    signal.throwIfAborted();
    if (!(error instanceof AppError)) throw error;
  };
