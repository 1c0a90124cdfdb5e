import { createWriteStream } from 'node:fs';
import { link, stat } from 'node:fs/promises';
import { parse } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { usage } from '@filemill/contracts';
import { AppError } from '@filemill/errors';
import { type Loss, lenient, optionsOfRoute, registry, routeFor, writtenExtension } from '@filemill/formats';
import { parseOrThrow } from '@filemill/platform';
import yazl from 'yazl';
import { z } from 'zod';
import { resourceLimits } from '../limits/limits.js';
import { type ChainResult, runChain } from './chain.js';
import { checkInput } from './checks.js';
import { combine } from './combine.js';
import type { ConvertContext } from './convert-context.js';
import { Deadline, type TimeLeft } from './interruptions.js';
import { isBetterKept, isRefining, isSmallEnough, settingsMeant } from './refined.js';
import { fetchInput } from './transfer.js';
import type { Workspace } from './workspace.js';

/** The output of a finished conversion: one checked file on disk. */
export interface ConvertedFile {
  readonly path: string;
  readonly sizeBytes: number;
  readonly extension: string;
  readonly losses: readonly Loss[];
}

/** The name of an upload without its last extension; inside of a zip, pages are called after it. */
const baseName = (fileName: string): string => parse(fileName).name || 'output';

const optionsSchema = z.looseObject({ strict: z.boolean().default(false) });

/** The engines' options as they were given, and `strict` (refuse damaged input), which the chain reads. */
function givenOptions(json: string): { options: Record<string, unknown>; strict: boolean } {
  const { strict, ...options } = optionsSchema.parse(JSON.parse(json || '{}'));
  return { options, strict };
}

/**
 * Fetches an upload, checks it, passes it through its engines and packs several outputs into one zip. Several files
 * that are to become one take the way of `combine`.
 *
 * @param timeLeft - of the conversion; its class may have less
 * @param signal - stops all of it within a second
 * @throws {AppError} what is wrong with the file or went wrong with the engine; ENGINE_TIMEOUT when its class's time is
 *   up
 * @throws {AttemptReturned} if the store failed
 * @throws `signal.reason` once aborted
 */
export async function convert(
  row: usage.Conversion,
  timeLeft: TimeLeft,
  workspace: Workspace,
  context: ConvertContext,
  signal: AbortSignal,
  onProgress: (fraction: number) => void,
): Promise<ConvertedFile> {
  const given = givenOptions(row.optionsJson);
  const { outputs, losses } =
    row.inputs.length > 0
      ? await combine(row, timeLeft, workspace, context, given, signal, onProgress)
      : await convertOne(row, timeLeft, workspace, context, given, signal, onProgress);
  const [first, ...others] = outputs;
  const output = registry.format(row.outputFormat);
  const extension = output ? writtenExtension(output) : row.outputFormat;
  if (first && others.length === 0) return { ...first, extension, losses };
  const path = workspace.path('output.zip');
  using deadline = new Deadline(timeLeft.ms, signal);
  const pages = outputs.map((output) => output.path);
  await zipPages(pages, baseName(row.originalFileName), extension, path, deadline.signal);
  const sizeBytes = (await stat(path)).size;
  workspace.holds(sizeBytes);
  return { path, sizeBytes, extension: 'zip', losses };
}

async function convertOne(
  row: usage.Conversion,
  timeLeft: TimeLeft,
  workspace: Workspace,
  { engines, reading, store, clock, metrics }: ConvertContext,
  given: { readonly options: Record<string, unknown>; readonly strict: boolean },
  signal: AbortSignal,
  onProgress: (fraction: number) => void,
): Promise<ChainResult> {
  const route = registry.route(row.inputFormat, row.outputFormat);
  if (!route) throw new AppError('UNSUPPORTED_FORMAT', { seen: row.inputFormat });
  const meant = settingsMeant(route, given.options);
  const inputPath = workspace.path('input');
  await metrics.stage('fetch', () => fetchInput(store, row, inputPath, signal));
  const uploadBytes = row.originalSizeBytes;
  workspace.holds(uploadBytes);
  const upload = workspace.path('upload');
  // The first step moves its input.
  if (isRefining(route)) await link(inputPath, upload);
  const { wallMs } = resourceLimits(route.input.category, uploadBytes);
  const limitMs = Math.min(timeLeft.ms, wallMs ?? Number.POSITIVE_INFINITY);
  using deadline = new Deadline(limitMs, signal);
  try {
    // A gateway of another version may know other options.
    const options = parseOrThrow(lenient(optionsOfRoute(route)), meant, 'OPTION_INVALID');
    const inputFacts = await checkInput(reading, inputPath, route.input, deadline.signal);
    const kept: ChainResult = {
      outputs: [{ path: upload, sizeBytes: uploadBytes, facts: inputFacts }],
      losses: [],
    };
    if (isRefining(route) && isSmallEnough(meant, uploadBytes)) return kept;
    const made = await metrics.stage('convert', () =>
      runChain(
        {
          conversionId: row.id,
          ownerKey: row.owner?.kind === 'user' ? row.owner.id : row.id,
          route: routeFor(route, options),
          options,
          strict: given.strict,
          reading,
          inputPath,
          inputFacts,
          deadlineMs: clock.nowMs() + limitMs,
          limitMs,
        },
        workspace,
        engines,
        deadline.signal,
        onProgress,
      ),
    );
    const [first, ...others] = made.outputs;
    if (!isRefining(route) || !first || others.length > 0) return made;
    const result = { sizeBytes: first.sizeBytes, losses: made.losses };
    return isBetterKept(route, meant, uploadBytes, result) ? kept : made;
  } catch (error) {
    // A stopped engine throws its own error; report the reason for stopping it.
    deadline.signal.throwIfAborted();
    throw error;
  }
}

/** Fixed, so that the same pages make the same bytes; the first instant that a zip can hold. */
const ENTRY_TIME = new Date(1980, 0, 1);
const MIN_DIGITS = 3;

/**
 * Packs pages as `<base>-001.jpg`, `<base>-002.jpg` …, streamed. Stored, not compressed: pictures do not shrink.
 *
 * @param base - name of the upload without its extension
 */
export async function zipPages(
  pages: readonly string[],
  base: string,
  extension: string,
  target: string,
  signal: AbortSignal,
): Promise<void> {
  const zip = new yazl.ZipFile();
  const digits = Math.max(MIN_DIGITS, String(pages.length).length);
  for (const [index, path] of pages.entries()) {
    const name = `${base}-${String(index + 1).padStart(digits, '0')}.${extension}`;
    zip.addFile(path, name, { mtime: ENTRY_TIME, compress: false });
  }
  zip.end();
  // yazl reports an unreadable page on itself, not on its stream.
  const failed = new AbortController();
  zip.on('error', (error) => failed.abort(error));
  await pipeline(zip.outputStream, createWriteStream(target), {
    signal: AbortSignal.any([signal, failed.signal]),
  });
}
