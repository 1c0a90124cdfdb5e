import { stat } from 'node:fs/promises';
import { parse } from 'node:path';
import { type EngineId, type Loss, registry } from '@filemill/catalogue';
import type { usage } from '@filemill/contracts';
import { AppError } from '@filemill/errors';
import type { Clock } from '@filemill/platform';
import type { ObjectStore } from '@filemill/storage';
import { z } from 'zod';
import type { Engine } from '../engine.js';
import { resourceLimits } from '../limits.js';
import type { WorkerMetrics } from '../metrics.js';
import { runChain } from './chain.js';
import { checkInput } from './checks.js';
import { Deadline } from './deadline.js';
import { fetchInput } from './transfer.js';
import type { Workspace } from './workspace.js';
import { zipPages } from './zip.js';

/** What a finished conversion made: one file, checked, on disk. */
export interface Made {
  readonly path: string;
  readonly sizeBytes: number;
  readonly extension: string;
  readonly losses: readonly Loss[];
}

/** What converting needs of its process. */
export interface Converting {
  readonly engines: ReadonlyMap<EngineId, Engine>;
  readonly store: ObjectStore;
  readonly clock: Clock;
  readonly metrics: WorkerMetrics;
}

/** The name of an upload without its last extension; inside of a zip, pages are called after it. */
const baseName = (fileName: string): string => parse(fileName).name || 'output';

/**
 * Fetches an upload, checks it, passes it through its engines and packs several outputs into one zip.
 *
 * @param signal - stops all of it within a second
 * @throws {AppError} what is wrong with the file or went wrong with the engine; ENGINE_TIMEOUT when its class's time is up
 * @throws {HandBack} if the store failed
 * @throws `signal.reason` once aborted
 */
export async function convert(
  row: usage.Conversion,
  workspace: Workspace,
  { engines, store, clock, metrics }: Converting,
  signal: AbortSignal,
  onProgress: (fraction: number) => void,
): Promise<Made> {
  const route = registry.route(row.inputFormat, row.outputFormat);
  if (!route) throw new AppError('UNSUPPORTED_FORMAT', { seen: row.inputFormat });
  const inputPath = workspace.path('input');
  await metrics.stage('fetch', () => fetchInput(store, row, inputPath, signal));
  const { wallMs } = resourceLimits(route.input.category, (await stat(inputPath)).size);
  const deadlineMs = Math.min(row.deadlineMs, clock.nowMs() + (wallMs ?? Number.POSITIVE_INFINITY));
  using deadline = new Deadline(clock, deadlineMs, signal);
  try {
    const { outputs, losses } = await metrics.stage('convert', async () =>
      runChain(
        {
          conversionId: row.id,
          ownerKey: row.owner?.kind === 'user' ? row.owner.id : row.id,
          route,
          options: z.record(z.string(), z.unknown()).parse(JSON.parse(row.optionsJson || '{}')),
          inputPath,
          inputFacts: await checkInput(inputPath, route.input),
          deadlineMs,
        },
        workspace,
        engines,
        deadline.signal,
        onProgress,
      ),
    );
    const [first, ...others] = outputs;
    const extension = route.output.extensions[0];
    if (first && others.length === 0) return { ...first, extension, losses };
    const path = workspace.path('output.zip');
    const pages = outputs.map((output) => output.path);
    await zipPages(pages, baseName(row.originalFileName), extension, path, deadline.signal);
    return { path, sizeBytes: (await stat(path)).size, extension: 'zip', losses };
  } catch (error) {
    // An engine that is stopped fails in its own words; the reason for stopping it counts.
    deadline.signal.throwIfAborted();
    throw error;
  }
}
