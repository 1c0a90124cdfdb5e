import { createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { parse } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { usage } from '@filemill/contracts';
import { AppError } from '@filemill/errors';
import {
  type EngineId,
  type Loss,
  lenient,
  optionsOfRoute,
  type ReadingThreads,
  type Route,
  registry,
  writtenExtension,
} from '@filemill/formats';
import { type Clock, parseOrThrow } from '@filemill/platform';
import type { ObjectStore } from '@filemill/storage';
import yazl from 'yazl';
import { z } from 'zod';
import type { Engine } from '../engines/engine.js';
import { resourceLimits } from '../limits/limits.js';
import { runChain } from './chain.js';
import { checkInput } from './checks.js';
import { Deadline, type TimeLeft } from './interruptions.js';
import type { WorkerMetrics } from './metrics.js';
import { fetchInput } from './transfer.js';
import type { Workspace } from './workspace.js';

/** The output of a finished conversion: one checked file on disk. */
export interface ConvertedFile {
  readonly path: string;
  readonly sizeBytes: number;
  readonly extension: string;
  readonly losses: readonly Loss[];
}

/** Everything that {@link convert} needs of its process. */
export interface ConvertContext {
  readonly engines: ReadonlyMap<EngineId, Engine>;
  readonly reading: ReadingThreads;
  readonly store: ObjectStore;
  readonly clock: Clock;
  readonly metrics: WorkerMetrics;
}

/** The name of an upload without its last extension; inside of a zip, pages are called after it. */
const baseName = (fileName: string): string => parse(fileName).name || 'output';

const optionsSchema = z.looseObject({ strict: z.boolean().default(false) });

/** Separates the engines' options, with their defaults, from `strict` (refuse damaged input), which the chain reads. */
function optionsOf(route: Route, json: string): { options: Record<string, unknown>; strict: boolean } {
  const { strict, ...options } = optionsSchema.parse(JSON.parse(json || '{}'));
  // A gateway of another version may know other options.
  return { options: parseOrThrow(lenient(optionsOfRoute(route)), options, 'OPTION_INVALID'), strict };
}

/**
 * Fetches an upload, checks it, passes it through its engines and packs several outputs into one zip.
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
  { engines, reading, store, clock, metrics }: ConvertContext,
  signal: AbortSignal,
  onProgress: (fraction: number) => void,
): Promise<ConvertedFile> {
  const route = registry.route(row.inputFormat, row.outputFormat);
  if (!route) throw new AppError('UNSUPPORTED_FORMAT', { seen: row.inputFormat });
  const inputPath = workspace.path('input');
  await metrics.stage('fetch', () => fetchInput(store, row, inputPath, signal));
  const { wallMs } = resourceLimits(route.input.category, (await stat(inputPath)).size);
  const limitMs = Math.min(timeLeft.ms, wallMs ?? Number.POSITIVE_INFINITY);
  using deadline = new Deadline(limitMs, signal);
  try {
    const { outputs, losses } = await metrics.stage('convert', async () =>
      runChain(
        {
          conversionId: row.id,
          ownerKey: row.owner?.kind === 'user' ? row.owner.id : row.id,
          route,
          ...optionsOf(route, row.optionsJson),
          reading,
          inputPath,
          inputFacts: await checkInput(reading, inputPath, route.input, deadline.signal),
          deadlineMs: clock.nowMs() + limitMs,
        },
        workspace,
        engines,
        deadline.signal,
        onProgress,
      ),
    );
    const [first, ...others] = outputs;
    const extension = writtenExtension(route.output);
    if (first && others.length === 0) return { ...first, extension, losses };
    const path = workspace.path('output.zip');
    const pages = outputs.map((output) => output.path);
    await zipPages(pages, baseName(row.originalFileName), extension, path, deadline.signal);
    return { path, sizeBytes: (await stat(path)).size, extension: 'zip', losses };
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
