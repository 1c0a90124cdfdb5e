import { rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { usage } from '@filemill/contracts';
import { AppError } from '@filemill/errors';
import {
  type Combination,
  combinationOf,
  type Facts,
  type FormatSpec,
  type Loss,
  lenient,
  lossOf,
  optionsOfRoute,
  type Route,
  registry,
  routeFor,
} from '@filemill/formats';
import { inSpan, parseOrThrow } from '@filemill/platform';
import { inputKeysOf } from '@filemill/product';
import type { Joiner, JoinPart } from '../joining/joiner.js';
import { resourceLimits } from '../limits/limits.js';
import { Totals } from '../limits/totals.js';
import { type ChainResult, runChain } from './chain.js';
import { checkInput, checkOutput } from './checks.js';
import type { ConvertContext } from './convert-context.js';
import { Deadline, TimeLeft } from './interruptions.js';
import { fetchInput } from './transfer.js';
import type { Workspace } from './workspace.js';

/** Shares of the progress: the files, and joining them. */
const PARTS_SHARE = 0.7;
const JOINED_SHARE = 0.85;

/** For all files of a combination: nothing may hold a slot until the deadline that is no sound or film. */
const LONGEST_MS = 900_000;

/** Most characters of the numbers of files in a loss. */
const MAX_NUMBERS = 60;

/** The formats of the files of a row; undefined where none is known. */
const formatsOf = (row: usage.Conversion): (FormatSpec | undefined)[] =>
  row.inputs.map(({ format }) => registry.format(format));

/**
 * Makes one file of several: each is converted by its own route, a joiner makes one file of them, and that is converted
 * like an upload.
 *
 * @param given - the user's settings
 * @returns outputs and losses, as of one conversion
 * @throws as `convert`; what is wrong with one file says its number
 */
export function combine(
  row: usage.Conversion,
  timeLeft: TimeLeft,
  workspace: Workspace,
  context: ConvertContext,
  given: { readonly options: Record<string, unknown>; readonly strict: boolean },
  signal: AbortSignal,
  onProgress: (fraction: number) => void,
): Promise<ChainResult> {
  const output = registry.format(row.outputFormat);
  const combination = output && combinationOf(formatsOf(row), output);
  const joiner = combination && context.joiners.get(combination.joiner);
  if (!combination || !joiner) throw new AppError('UNSUPPORTED_FORMAT', { seen: row.inputFormat });
  const options = parseOrThrow(lenient(combination.options), given.options, 'OPTION_INVALID');
  const combining = { row, combination, joiner, options, strict: given.strict };
  const ownTime = timeOf(combination, timeLeft);
  return new Combining(combining, ownTime, workspace, context, signal, onProgress).run();
}

/** Sound and film have until the deadline of the conversion, as alone. */
function timeOf({ joined }: Combination, timeLeft: TimeLeft): TimeLeft {
  const { wallMs } = resourceLimits(joined.category, 0);
  return wallMs === undefined ? timeLeft : new TimeLeft(Math.min(timeLeft.ms, LONGEST_MS));
}

/** A combination that was found possible. */
interface CombineRequest {
  readonly row: usage.Conversion;
  readonly combination: Combination;
  readonly joiner: Joiner;
  readonly options: Readonly<Record<string, unknown>>;
  readonly strict: boolean;
}

class Combining {
  private readonly totals = new Totals();
  private readonly losses: Loss[] = [];
  private readonly damaged = new Set<number>();
  private readonly leftOut = new Set<number>();
  private partOptions: Readonly<Record<string, unknown>> = {};
  private isAsked = false;

  constructor(
    private readonly request: CombineRequest,
    private readonly timeLeft: TimeLeft,
    private readonly workspace: Workspace,
    private readonly context: ConvertContext,
    private readonly signal: AbortSignal,
    private readonly onProgress: (fraction: number) => void,
  ) {}

  async run(): Promise<ChainResult> {
    const { row, combination } = this.request;
    if (combination.route === undefined) this.partOptions = this.request.options;
    const parts: JoinPart[] = [];
    for (const index of row.inputs.keys()) parts.push(...(await this.partsOf(index)));
    if (parts.length === 0) throw new AppError('FILE_CORRUPT', { detail: 'none of the files can be read' });
    const joined = await this.join(parts);
    const { outputs, losses } = await this.convertJoined(joined);
    this.add(losses);
    return { outputs, losses: [...this.findings(), ...this.losses] };
  }

  /** Fetches one file and makes its parts; none of a damaged file that cannot be read. */
  private async partsOf(index: number): Promise<JoinPart[]> {
    const { row, combination, strict } = this.request;
    const input = row.inputs[index];
    const [inputKey = ''] = inputKeysOf(row.inputKey, row.inputs.length).slice(index);
    const format = formatsOf(row)[index];
    if (!input) return [];
    const path = this.workspace.path(`input-${index + 1}`);
    const { store, metrics } = this.context;
    const source = { inputKey, originalSizeBytes: input.sizeBytes };
    await metrics.stage('fetch', () => fetchInput(store, source, path, this.signal));
    this.workspace.holds(input.sizeBytes);
    const { fileName } = input;
    const file = { file: index, format: format ?? combination.joined, fileName, uploaded: format?.category };
    // Whatever it is, only its bytes are copied.
    if (combination.joiner === 'files') return [{ ...file, path, facts: {} }];
    try {
      const facts = await this.inspect(path, file.format);
      const route = combination.parts[index];
      if (!route) return [{ ...file, path, facts }];
      await this.askForOptions({ ...file, path, facts });
      return await this.convertPart(file, route, path, facts);
    } catch (error) {
      this.signal.throwIfAborted();
      const named = ofFile(error, index);
      if (strict || !(named instanceof AppError) || named.code !== 'FILE_CORRUPT') throw named;
      this.leftOut.add(index);
      return [];
    }
  }

  /** @throws {AppError} as `checkInput`, and FILE_TOO_LARGE for all files together */
  private async inspect(path: string, format: FormatSpec): Promise<Facts> {
    const facts = await checkInput(this.context.reading, path, format, this.signal);
    this.totals.add(format.category, facts);
    return facts;
  }

  /** Asks the joiner once, by the first file that has a readable header. */
  private async askForOptions(first: JoinPart): Promise<void> {
    const { joiner } = this.request;
    if (!joiner.partOptions || this.isAsked) return;
    this.isAsked = true;
    const folder = this.workspace.newStep();
    const path = join(folder.in, `first.${first.format.extensions[0]}`);
    await rename(first.path, path);
    const wanted = await joiner.partOptions({ ...first, path }, folder, this.signal);
    await rename(path, first.path);
    this.partOptions = { ...this.partOptions, ...wanted };
  }

  private async convertPart(
    file: Pick<JoinPart, 'file' | 'fileName' | 'uploaded'>,
    route: Route,
    path: string,
    facts: Facts,
  ): Promise<JoinPart[]> {
    const count = this.request.row.inputs.length;
    const report = (fraction: number): void =>
      this.onProgress((PARTS_SHARE * (file.file + fraction)) / count);
    const { outputs, losses } = await this.runRoute(route, path, facts, this.partOptions, false, report);
    if (losses.some(({ code }) => code === 'input_damaged')) this.damaged.add(file.file);
    this.add(losses.filter(({ code }) => code !== 'input_damaged'));
    report(1);
    const parts: JoinPart[] = [];
    for (const [page, output] of outputs.entries()) {
      // The next file's outputs have the same names.
      const kept = this.workspace.path(`part-${file.file + 1}-${page + 1}`);
      await rename(output.path, kept);
      parts.push({ ...file, path: kept, format: route.output, facts: output.facts });
    }
    return parts;
  }

  /** Runs one route; it has the time of its own class, as if its file were the only one. */
  private async runRoute(
    route: Route,
    inputPath: string,
    inputFacts: Facts,
    given: Readonly<Record<string, unknown>>,
    isLast: boolean,
    onProgress: (fraction: number) => void,
  ): Promise<ChainResult> {
    const { row, strict } = this.request;
    const { wallMs } = resourceLimits(route.input.category, (await stat(inputPath)).size);
    const limitMs = Math.min(this.timeLeft.ms, wallMs ?? Number.POSITIVE_INFINITY);
    using deadline = new Deadline(limitMs, this.signal);
    const options = parseOrThrow(lenient(optionsOfRoute(route)), given, 'OPTION_INVALID');
    const chain = {
      conversionId: row.id,
      ownerKey: row.owner?.kind === 'user' ? row.owner.id : row.id,
      route: routeFor(route, options),
      options,
      ...{ strict: strict || isLast, reading: this.context.reading, inputPath, inputFacts },
      deadlineMs: this.context.clock.nowMs() + limitMs,
      limitMs,
    };
    try {
      return await this.context.metrics.stage('convert', () =>
        runChain(chain, this.workspace, this.context.engines, deadline.signal, onProgress),
      );
    } catch (error) {
      // A stopped engine throws its own error; report the reason for stopping it.
      deadline.signal.throwIfAborted();
      throw error;
    }
  }

  private async join(parts: readonly JoinPart[]): Promise<{ path: string; sizeBytes: number; facts: Facts }> {
    const { joiner, combination, options, strict } = this.request;
    const { joined, route } = combination;
    const folder = this.workspace.newStep();
    const moved: JoinPart[] = [];
    for (const [index, part] of parts.entries()) {
      const path = join(folder.in, `${String(index + 1).padStart(5, '0')}.${part.format.extensions[0]}`);
      await rename(part.path, path);
      moved.push({ ...part, path });
    }
    using deadline = new Deadline(this.timeLeft.ms, this.signal);
    const request = {
      ...{ folder, parts: moved, options, final: route === undefined },
      outputPath: join(folder.out, `out.${joined.extensions[0]}`),
      deadlineMs: this.context.clock.nowMs() + this.timeLeft.ms,
    };
    const report = (fraction: number): void =>
      this.onProgress(PARTS_SHARE + (JOINED_SHARE - PARTS_SHARE) * fraction);
    const result = await this.context.metrics.stage('convert', () =>
      inSpan(`join ${joiner.id}`, {}, () => joiner.join(request, deadline.signal, report)),
    );
    this.signal.throwIfAborted();
    this.add(result.losses ?? []);
    for (const file of result.damaged ?? []) this.damaged.add(file);
    for (const file of result.unreadable ?? []) this.leftOut.add(file);
    const [damagedFile] = [...this.damaged, ...this.leftOut];
    if (strict && damagedFile !== undefined) throw ofFile(new AppError('FILE_CORRUPT'), damagedFile);
    const path = this.workspace.path(`joined.${joined.extensions[0]}`);
    const sizeBytes = this.workspace.take(folder, request.outputPath, path);
    const facts = await checkOutput(this.context.reading, path, joined, result.expected, this.signal);
    return { path, sizeBytes, facts };
  }

  private async convertJoined(joined: {
    path: string;
    sizeBytes: number;
    facts: Facts;
  }): Promise<ChainResult> {
    const { route } = this.request.combination;
    if (!route) return { outputs: [joined], losses: [] };
    const report = (fraction: number): void => this.onProgress(JOINED_SHARE + (1 - JOINED_SHARE) * fraction);
    return this.runRoute(route, joined.path, joined.facts, this.request.options, true, report);
  }

  /** A loss of several files is reported once. */
  private add(losses: readonly Loss[]): void {
    this.losses.push(...losses.filter(({ code }) => !this.losses.some((known) => known.code === code)));
  }

  private findings(): Loss[] {
    const partly = [...this.damaged].filter((file) => !this.leftOut.has(file));
    return [
      ...(partly.length > 0 ? [lossOf('files_damaged', { files: numbersOf(partly) })] : []),
      ...(this.leftOut.size > 0 ? [lossOf('files_left_out', { files: numbersOf([...this.leftOut]) })] : []),
    ];
  }
}

/** Numbers of files from 1, as many as fit. */
function numbersOf(files: readonly number[]): string {
  let text = '';
  for (const file of files.toSorted((a, b) => a - b)) {
    const longer = text === '' ? `${file + 1}` : `${text}, ${file + 1}`;
    if (longer.length > MAX_NUMBERS) return `${text} …`;
    text = longer;
  }
  return text;
}

/** Codes of what is wrong with a file. */
const OF_FILES = new Set(['FILE_CORRUPT', 'FILE_ENCRYPTED', 'FILE_TOO_LARGE', 'UNSUPPORTED_FORMAT']);

/** The error with the number of its file, from 1. Its name would outlive the file. */
function ofFile(error: unknown, index: number): unknown {
  if (!(error instanceof AppError) || !OF_FILES.has(error.code)) return error;
  const file = index + 1;
  const { detail, message } = error.params;
  const params = {
    ...error.params,
    file,
    ...(error.code === 'FILE_CORRUPT' && { detail: `file ${file}${detail ? `, ${detail}` : ''}` }),
    ...(typeof message === 'string' && { message: `File ${file}: ${message}` }),
  };
  return new AppError(error.code, params, { cause: error });
}
