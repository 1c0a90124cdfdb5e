import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '@filemill/errors';
import {
  type EngineId,
  type Facts,
  type Growth,
  isAskedFor,
  isFinalStep,
  type Loss,
  lossOf,
  optionsOfStep,
  type ReadingThreads,
  type Route,
  type RouteStep,
  writtenExtension,
} from '@filemill/formats';
import type { Damage, Engine, Step, StepResult } from '../engines/engine.js';
import { checkOutput } from './checks.js';
import { type Encoded, encodeToSize, type SizeSetting } from './target-size.js';
import type { Workspace } from './workspace.js';

/** A checked input and its requested output. */
interface ChainRequest {
  readonly conversionId: string;
  readonly ownerKey: string;
  readonly route: Route;
  readonly options: Readonly<Record<string, unknown>>;
  /** In the workspace; the first step moves the file. */
  readonly inputPath: string;
  readonly inputFacts: Facts;
  /** Refuse damaged input instead of saving what can be read. */
  readonly strict: boolean;
  readonly reading: ReadingThreads;
  readonly deadlineMs: number;
  /** How long the chain may take. */
  readonly limitMs: number;
}

/** Outputs of a chain, and what they lack. */
export interface ChainResult {
  /** Checked files in page order, out of reach of any jail. */
  readonly outputs: readonly { readonly path: string; readonly sizeBytes: number; readonly facts: Facts }[];
  readonly losses: readonly Loss[];
}

interface Intermediate {
  readonly path: string;
  readonly facts: Facts;
}

/**
 * Passes a file through the engines of its route. Every output is checked before the next step.
 *
 * @param onProgress - 0 to 1 over the whole chain
 * @throws {AppError} as the engines do; ENGINE_FAILED for an output that is not what it should be
 */
export async function runChain(
  request: ChainRequest,
  workspace: Workspace,
  engines: ReadonlyMap<EngineId, Engine>,
  signal: AbortSignal,
  onProgress: (fraction: number) => void,
): Promise<ChainResult> {
  const { steps } = request.route;
  const losses: Loss[] = [];
  let input: Intermediate = { path: request.inputPath, facts: request.inputFacts };
  for (const [index, step] of steps.entries()) {
    const final = index === steps.length - 1;
    const report = (fraction: number): void => onProgress((index + fraction) / steps.length);
    const result = await runStep({ request, step, final, input }, workspace, engines, signal, report);
    // A loss of two engines is reported once; what an engine before the one with the setting loses, may be asked for.
    const isNew = ({ code }: Loss): boolean =>
      !isAskedFor(code, request.options) && !losses.some((known) => known.code === code);
    losses.push(...result.losses.filter(isNew));
    if (final) return { outputs: result.outputs, losses };
    const [only, ...others] = result.outputs;
    if (!only || others.length > 0) {
      throw new AppError(
        'INTERNAL',
        {},
        { cause: new Error(`${step.engine} made several files in a step that is not the last`) },
      );
    }
    input = only;
  }
  throw new AppError('INTERNAL', {}, { cause: new Error('a route without steps') });
}

async function runStep(
  current: { request: ChainRequest; step: RouteStep; final: boolean; input: Intermediate },
  workspace: Workspace,
  engines: ReadonlyMap<EngineId, Engine>,
  signal: AbortSignal,
  onProgress: (fraction: number) => void,
): Promise<ChainResult> {
  signal.throwIfAborted();
  const { request, step, final } = current;
  const engine = engines.get(step.engine);
  if (!engine) throw new AppError('INTERNAL', {}, { cause: new Error(`no engine ${step.engine} here`) });
  const folder = workspace.newStep();
  const inputPath = workspace.give(folder, current.input.path, `in.${writtenExtension(step.from)}`);
  const task: Task = {
    conversionId: request.conversionId,
    ownerKey: request.ownerKey,
    folder,
    input: { path: inputPath, format: step.from, facts: current.input.facts },
    output: { path: join(folder.out, `out.${writtenExtension(step.to)}`), format: step.to },
    options: optionsOfStep(request.route, request.route.steps.indexOf(step), request.options),
    softness: 0,
    final: isFinalStep(request.route, request.route.steps.indexOf(step)),
    route: request.route,
    deadlineMs: request.deadlineMs,
  };
  const encode: EncodePass = (change, pass, report) =>
    encodeOnce(
      { engine, task: { ...task, ...change }, strict: request.strict, pass },
      workspace,
      signal,
      report,
    );
  const { result, files } = await (final && task.options.targetSize !== undefined
    ? encodeUntilSmall(task, engine, request.limitMs / 2, encode, onProgress)
    : encode({}, 1, onProgress));
  const losses = [...lossOfDamage(result.damage, request.strict), ...result.losses];
  const expected = result.damage ? withoutLength(result.expected) : result.expected;
  const outputs: { path: string; sizeBytes: number; facts: Facts }[] = [];
  for (const file of files) {
    // An intermediate format has no header reader.
    const known = step.to.internal ? {} : result.facts;
    const isRefined = step.from === step.to;
    const facts =
      known ?? (await checkOutput(request.reading, file.path, step.to, expected, signal, isRefined));
    outputs.push({ ...file, facts });
  }
  return { outputs, losses };
}

type Task = Omit<Step, 'salvage'>;

/** What an engine made in one go, out of reach of its jail. */
interface EncodedOnce extends Encoded {
  readonly result: StepResult;
  readonly files: readonly { readonly path: string; readonly sizeBytes: number }[];
}

/** Runs an engine and takes its outputs; the folder for them is empty again then. */
async function encodeOnce(
  { engine, task, strict, pass }: { engine: Engine; task: Task; strict: boolean; pass: number },
  workspace: Workspace,
  signal: AbortSignal,
  onProgress: (fraction: number) => void,
): Promise<EncodedOnce> {
  const result = await convertOrSalvage(engine, task, strict, signal, onProgress);
  signal.throwIfAborted();
  if (result.outputs.length === 0) throw new AppError('ENGINE_FAILED', {}, { cause: new Error('no output') });
  const extension = writtenExtension(task.output.format);
  const files = result.outputs.map((from, page) => {
    const path = workspace.path(`${engine.id}-${pass}-${page + 1}.${extension}`);
    return { path, sizeBytes: workspace.take(task.folder, from, path) };
  });
  const sizeBytes = files.reduce((sum, file) => sum + file.sizeBytes, 0);
  return { result, files, sizeBytes, ...(result.isSmallest && { isSmallest: true }) };
}

/** Runs the engine with other settings. @param pass - from 1 */
type EncodePass = (
  change: Partial<Pick<Step, 'options' | 'softness' | 'better' | 'aimBytes' | 'stopBytes'>>,
  pass: number,
  onProgress: (fraction: number) => void,
) => Promise<EncodedOnce>;

/**
 * Encodes several times, if needed, to meet the option `targetSize` (KB).
 *
 * @param engine - if it does not take a size, the quality decides it
 * @param searchMs - no further try after that
 */
async function encodeUntilSmall(
  task: Task,
  { id, meetsSize, softens, mixesQualities }: Engine,
  searchMs: number,
  encode: EncodePass,
  onProgress: (fraction: number) => void,
): Promise<EncodedOnce> {
  const { targetSize, ...options } = task.options;
  const targetBytes = Number(targetSize) * 1_024;
  const write = (task.output.format.write?.[id] ?? {}) as Growth;
  const startedAt = performance.now();
  let pass = 0;
  const encodeAnew = async (change: Parameters<EncodePass>[0]): Promise<EncodedOnce> => {
    await emptyFolder(task.folder.out);
    pass++;
    // Nobody knows how many follow: each has half of what is left.
    const leftBefore = 0.5 ** (pass - 1);
    return encode(change, pass, (fraction) => onProgress(1 - leftBefore * (1 - fraction / 2)));
  };
  const setting = meetsSize
    ? sizeSetting(options, targetBytes, encodeAnew)
    : {
        ...qualitySetting(
          options,
          write,
          softens === true && options.lossless !== true && !write.usualSizes,
          encodeAnew,
        ),
        ...(mixesQualities && betweenQualities(options, encodeAnew)),
      };
  return encodeToSize(
    targetBytes,
    setting,
    async ({ files }) => {
      await Promise.all(files.map(({ path }) => rm(path)));
    },
    () => performance.now() - startedAt < searchMs,
  );
}

type EncodeAnew = (change: Parameters<EncodePass>[0]) => Promise<EncodedOnce>;

/** How much larger one more step of quality makes a picture, where its format does not say it. */
const USUAL_GROWTH = 1.03;
/** Of a step behind the one that obeys the quality, in the route of some engines. */
const BEST_QUALITY = 100;
/** The best quality may leave a picture as it is, which cannot be softened then. */
const BEST_SOFTENED = BEST_QUALITY - 1;

/** Pictures: a quality from 1 to 100. */
function qualitySetting(
  { quality = BEST_QUALITY, ...others }: Step['options'],
  { growth = USUAL_GROWTH, fineSteps = 1, usualSizes }: Growth,
  softens: boolean,
  encode: EncodeAnew,
): SizeSetting<EncodedOnce> {
  const encodeWith = (step: number, softness: number) =>
    encode({ options: { ...others, quality: step }, softness });
  return {
    ...{ least: 1, first: Number(quality), growth, fineSteps, ...(usualSizes && { usualSizes }) },
    encodeFirst: () => encodeWith(Number(quality), 0),
    encode: (step) => encodeWith(Math.ceil(step), Math.ceil(step) - step),
    ...(softens && {
      encodeSoftened: (step, softness) => encodeWith(Math.min(step, BEST_SOFTENED), softness),
    }),
  };
}

/** Files of several pictures, some of which may have a better quality than the others. */
const betweenQualities = (
  options: Step['options'],
  encode: EncodeAnew,
): Pick<SizeSetting<EncodedOnce>, 'leastGrowth' | 'encodeBetween'> => ({
  leastGrowth: USUAL_GROWTH,
  encodeBetween: (step, higher, moreBytes) =>
    encode({ options: { ...options, quality: step }, better: { quality: higher, moreBytes } }),
});

/** Sound and video: the size that the engine aims at. */
const SIZE_STEP = 1.01;
function sizeSetting(
  options: Step['options'],
  targetBytes: number,
  encode: EncodeAnew,
): SizeSetting<EncodedOnce> {
  return {
    least: 0,
    growth: SIZE_STEP,
    isEven: true,
    stepFor: (sizeBytes) => Math.round(Math.log(sizeBytes) / Math.log(SIZE_STEP)),
    encodeFirst: () => encode({ options, stopBytes: targetBytes + 1 }),
    encode: (step) => encode({ options, aimBytes: SIZE_STEP ** step }),
  };
}

async function emptyFolder(path: string): Promise<void> {
  await rm(path, { recursive: true });
  await mkdir(path);
}

/** Converts strictly at first. If the engine reports damage, it runs again and saves what can be read. */
async function convertOrSalvage(
  engine: Engine,
  task: Task,
  strict: boolean,
  signal: AbortSignal,
  onProgress: (fraction: number) => void,
): Promise<StepResult> {
  try {
    return await engine.convert({ ...task, salvage: false }, signal, onProgress);
  } catch (damage) {
    const canSalvage = engine.salvages && !strict && isCorrupt(damage);
    if (!canSalvage || signal.aborted) throw damage;
    // Outputs of the first try must not count as those of the second.
    await emptyFolder(task.folder.out);
    return engine.convert({ ...task, salvage: true }, signal, onProgress).catch((error: unknown) => {
      // The file is damaged, whatever error the second try reports.
      throw error instanceof AppError && error.code === 'ENGINE_FAILED' ? damage : error;
    });
  }
}

const isCorrupt = (error: unknown): boolean => error instanceof AppError && error.code === 'FILE_CORRUPT';

/** With less than this share of a file readable, the conversion fails. */
const MIN_READABLE_SHARE = 1 / 20;

/** @throws {AppError} FILE_CORRUPT if damaged input is to be refused, or hardly any of it is readable */
function lossOfDamage(damage: Damage | undefined, strict: boolean): Loss[] {
  if (!damage) return [];
  const loss = lossOf('input_damaged', { ...damage });
  const isTooDamaged =
    damage.unit !== 'unknown' && damage.total - damage.missing < damage.total * MIN_READABLE_SHARE;
  if (strict || isTooDamaged) throw new AppError('FILE_CORRUPT', { detail: loss.message });
  return [loss];
}

/** The result of a damaged input may be shorter than its header declares. */
const withoutLength = ({ durationMs, pages, frames, ...facts }: Facts): Facts => facts;
