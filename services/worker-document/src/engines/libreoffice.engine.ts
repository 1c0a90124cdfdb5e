import { stat } from 'node:fs/promises';
import { AppError } from '@filemill/errors';
import {
  type EngineContext,
  type EngineFactory,
  ForkServerPool,
  jobMemory,
  needsTooMuchMemory,
  type RunRequest,
  resourceLimits,
  type Step,
  type StepResult,
} from '@filemill/worker';
import { type Filters, filtersOf } from '../office/filters.js';
import { lossesThroughLibreoffice } from '../office/losses.js';
import { createMend } from '../office/mending.js';
import {
  type OfficeJob,
  type OfficeResult,
  OfficeServer,
  OfficeServerLost,
} from '../office/office-server.js';
import { withSettings } from '../office/settings.js';
import { createTableRewriter } from '../office/table-text.js';

/** A child that fails after it used more than this share of its memory limit counts as out of memory. */
const EXHAUSTED_MEMORY_SHARE = 0.5;
/** Limits of the script that repairs files. */
const PROCESSES = 64;

/**
 * Converts documents with LibreOffice in a jailed fork server, a child per job. If LibreOffice refuses a file, a script of
 * ours repairs it and the engine tries again: at once if nothing was missing, else when the worker asks for salvage.
 *
 * Can it leave the jail? Only by a flaw of the kernel, past Landlock and a second seccomp filter. What could it do?
 * Read its one input and corrupt its one output: a child sees no other job, has no network, starts no program, signals
 * no other process, and ends with the job. The document cannot load, link or run anything: native/settings.xcu.
 */
export const createEngine: EngineFactory = async (context) => {
  const mend = createMend(context);
  const rewrite = createTableRewriter(context);
  const pool = await ForkServerPool.start(context, () => OfficeServer.start(context));

  /** @throws {OfficeServerLost} if the second server ends too */
  function run(job: OfficeJob, step: Step, signal: AbortSignal, onProgress: Progress): Promise<OfficeResult> {
    const convertOnce = (): Promise<OfficeResult> =>
      pool.use(step.ownerKey, (server) => {
        signal.throwIfAborted();
        return server.convert(job, signal, (percent) => onProgress(percent / 100));
      });
    return convertOnce().catch((error: unknown) => {
      // The job need not be at fault, so it is tried once more on a new server.
      if (!(error instanceof OfficeServerLost) || signal.aborted) throw error;
      return convertOnce();
    });
  }

  async function convertFile(
    inputPath: string,
    repair: boolean,
    step: Step,
    signal: AbortSignal,
    onProgress: Progress,
  ): Promise<readonly string[]> {
    const filters = withSettings(filtersOf(step.input.format, step.output.format), step);
    const job = await jobOf(step, { inputPath, filters, repair }, context);
    const result = await run(job, step, signal, onProgress).catch((error: unknown) => {
      signal.throwIfAborted();
      throw error instanceof OfficeServerLost ? new AppError('ENGINE_FAILED', {}, { cause: error }) : error;
    });
    throwIfFailed(result, job);
    return rewrite(result.outputs, step, await mendLimits(step, context), signal);
  }

  async function salvage(step: Step, signal: AbortSignal, onProgress: Progress): Promise<StepResult> {
    const kind = step.input.format.read?.libreoffice?.mend;
    const mended = kind && (await mend(step, kind, await mendLimits(step, context), signal));
    const path = mended?.path ?? (await readableText(step, signal));
    const outputs = await convertFile(path, true, step, signal, onProgress);
    const losses = await lossesThroughLibreoffice(context.reading, step);
    return { outputs, losses, damage: { unit: 'unknown' }, expected: {} };
  }

  /** Repairs the container of a file and converts it. @throws {AppError} `damage` if something of the file is missing */
  async function convertRepaired(
    damage: AppError,
    step: Step,
    signal: AbortSignal,
    onProgress: Progress,
  ): Promise<readonly string[]> {
    const kind = step.input.format.read?.libreoffice?.mend;
    const mended = kind && (await mend(step, kind, await mendLimits(step, context), signal));
    if (!mended?.isWhole) throw damage;
    return convertFile(mended.path, false, step, signal, onProgress);
  }

  return {
    id: 'libreoffice',
    salvages: true,
    close: () => pool.close(),
    async convert(step, signal, onProgress) {
      if (step.salvage) return salvage(step, signal, onProgress);
      const path = await readableText(step, signal);
      const outputs = await convertFile(path, false, step, signal, onProgress).catch((error: unknown) => {
        if (!(error instanceof AppError) || error.code !== 'FILE_CORRUPT') throw error;
        return convertRepaired(error, step, signal, onProgress);
      });
      return { outputs, losses: await lossesThroughLibreoffice(context.reading, step), expected: {} };
    },
  };

  /** LibreOffice reads a text without a byte order mark in the machine's encoding, which in the jail is UTF-8. */
  async function readableText(step: Step, signal: AbortSignal): Promise<string> {
    if (!step.input.format.read?.libreoffice?.isPlainText) return step.input.path;
    if (await context.reading.run('isUtf8', { path: step.input.path }, undefined, { signal }))
      return step.input.path;
    const decoded = await mend(step, 'text', await mendLimits(step, context), signal);
    return decoded?.path ?? step.input.path;
  }
};

type Progress = (fraction: number) => void;

async function mendLimits(step: Step, context: EngineContext): Promise<RunRequest['limits']> {
  const limits = resourceLimits(step.route.input.category, (await stat(step.input.path)).size);
  return {
    wallMs: remainingMs(step, limits.wallMs, context),
    cpuSeconds: limits.cpuSeconds,
    memoryBytes: limits.memoryBytes,
    tmpBytes: jobMemory('libreoffice').tmpBytes,
    fileBytes: limits.outputBytes,
    processes: PROCESSES,
  };
}

/** @throws {AppError} ENGINE_TIMEOUT if no time is left */
function remainingMs({ deadlineMs }: Step, wallMs: number | undefined, { clock }: EngineContext): number {
  const remaining = Math.min(wallMs ?? Number.POSITIVE_INFINITY, deadlineMs - clock.nowMs());
  if (remaining <= 0) throw new AppError('ENGINE_TIMEOUT');
  return remaining;
}

async function jobOf(
  step: Step,
  source: { readonly inputPath: string; readonly filters: Filters; readonly repair: boolean },
  context: EngineContext,
): Promise<OfficeJob> {
  const limits = resourceLimits(step.route.input.category, (await stat(source.inputPath)).size);
  return {
    ...source,
    outputFolder: step.folder.out,
    wallMs: remainingMs(step, limits.wallMs, context),
    cpuSeconds: limits.cpuSeconds,
    addressSpaceBytes: limits.memoryBytes,
    fileBytes: limits.outputBytes,
  };
}

function throwIfFailed({ end, outputs, peakBytes, stderr }: OfficeResult, job: OfficeJob): void {
  if (end === 'saved' && outputs.length > 0) return;
  const cause = new Error(`LibreOffice: ${end}, ${peakBytes} bytes, ${stderr}`);
  if (end === 'sheet')
    throw new AppError('OPTION_INVALID', { field: 'sheet', rule: 'the number of a sheet of the file' });
  if (end === 'timeout') throw new AppError('ENGINE_TIMEOUT', {}, { cause });
  if (end === 'full') {
    const message = 'The result would be larger than one conversion may write.';
    throw new AppError('FILE_TOO_LARGE', { message }, { cause });
  }
  if (end !== 'empty' && peakBytes > job.addressSpaceBytes * EXHAUSTED_MEMORY_SHARE)
    throw needsTooMuchMemory(cause);
  const isDamaged = end === 'load' || end === 'empty';
  throw new AppError(isDamaged ? 'FILE_CORRUPT' : 'ENGINE_FAILED', {}, { cause });
}
