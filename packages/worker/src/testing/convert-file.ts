import { randomUUID } from 'node:crypto';
import { copyFile, mkdir, mkdtemp, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { AppError } from '@filemill/errors';
import {
  type Facts,
  headerLimits,
  type Loss,
  optionsOfRoute,
  ReadingThreads,
  routeFor,
} from '@filemill/formats';
import { declared } from '@filemill/formats/testing';
import { createLogger, type Logger, parseOrThrow, systemClock } from '@filemill/platform';
import { runChain } from '../conversion/chain.js';
import { checkInput } from '../conversion/checks.js';
import { settingsMeant } from '../conversion/refined.js';
import { Workspace } from '../conversion/workspace.js';
import type { EngineFactory } from '../engines/engine.js';
import { closeEngines, createEngineContext, loadEngines, startEngines } from '../engines/engines.js';
import { createJail } from '../jail/jail.js';
import { removeFolder } from '../jail/remove-folder.js';
import { resourceLimits } from '../limits/limits.js';

/** A file to convert in a test. */
interface ConvertRequest {
  /** Path of the file; it is copied, not touched. */
  readonly input: string;
  readonly from: string;
  readonly to: string;
  readonly options?: Readonly<Record<string, unknown>>;
  /** Refuses damaged input. */
  readonly strict?: boolean;
  readonly ownerKey?: string;
  readonly signal?: AbortSignal;
  readonly onProgress?: (fraction: number) => void;
}

/** The result of a conversion in a test. */
export interface Converted {
  /** Fresh copies in page order, in a folder that {@link Converter.close} removes. */
  readonly outputs: readonly { readonly path: string; readonly sizeBytes: number; readonly facts: Facts }[];
  readonly losses: readonly Loss[];
}

/** The engines of a worker in their real jail, with the real checks before and after, without queue, ledger and store. */
export interface Converter {
  /** For the test's own files. */
  readonly folder: string;
  convert(request: ConvertRequest): Promise<Converted>;
  /** Converts these bytes, from a file of their own. */
  convertBytes(bytes: Buffer, request: Omit<ConvertRequest, 'input'>): Promise<Converted>;
  /** Ends the engines and removes every file. */
  close(): Promise<void>;
}

/**
 * @param engines - the folder of `*.engine.ts`, or their factories
 * @param more - `slots`: conversions at once, 2 by default; `limitMs`: of each conversion, as its category has by default
 */
export async function createConverter(
  engines: URL | readonly EngineFactory[],
  more: { slots?: number; logger?: Logger; limitMs?: number } = {},
): Promise<Converter> {
  const root = await mkdtemp(join(tmpdir(), 'convert-'));
  const logger = more.logger ?? createLogger('test', 'silent');
  const reading = new ReadingThreads(headerLimits(more.slots ?? 2));
  const context = createEngineContext(createJail(), logger, systemClock, more.slots ?? 2, root, reading);
  const running = engines instanceof URL ? loadEngines(engines, context) : startEngines(engines, context);
  const loaded = await running.catch(async (error: unknown) => {
    await reading.close();
    await rm(root, { recursive: true, force: true });
    throw error;
  });

  const folder = join(root, 'files');
  await mkdir(folder);
  const converter: Converter = {
    folder,
    async convertBytes(bytes, request) {
      const input = join(folder, `${randomUUID()}.${request.from}`);
      await writeFile(input, bytes);
      return converter.convert({ ...request, input });
    },
    async convert({ input, from, to, options = {}, strict = false, ownerKey, signal, onProgress }) {
      const route = declared.route(from, to);
      if (!route) throw new AppError('UNSUPPORTED_FORMAT', { seen: from });
      const conversionId = randomUUID();
      const given = parseOrThrow(optionsOfRoute(route), settingsMeant(route, options), 'OPTION_INVALID');
      const workspace = new Workspace(root);
      workspace.make();
      try {
        const inputPath = workspace.path('input');
        await copyFile(input, inputPath);
        const inputFacts = await checkInput(reading, inputPath, route.input, signal);
        const { wallMs = 600_000 } = resourceLimits(route.input.category, (await stat(inputPath)).size);
        const limitMs = more.limitMs ?? wallMs;
        const result = await runChain(
          {
            conversionId,
            ownerKey: ownerKey ?? conversionId,
            route: routeFor(route, given),
            options: given,
            inputPath,
            inputFacts,
            strict,
            reading,
            deadlineMs: Date.now() + limitMs,
            limitMs,
          },
          workspace,
          loaded,
          signal ?? new AbortController().signal,
          onProgress ?? (() => undefined),
        );
        const kept = join(root, 'kept', conversionId);
        await mkdir(kept, { recursive: true });
        const outputs = [];
        for (const output of result.outputs) {
          const path = join(kept, basename(output.path));
          await rename(output.path, path);
          outputs.push({ ...output, path });
        }
        return { outputs, losses: result.losses };
      } finally {
        await removeFolder(workspace.root);
      }
    },
    async close() {
      await closeEngines(loaded);
      await reading.close();
      await rm(root, { recursive: true, force: true });
    },
  };
  return converter;
}

/**
 * Converts one file with engines started for it alone.
 *
 * @returns the outputs, and `remove`, which must be called after they have been checked
 * @throws {AppError} as the worker would report it to the ledger
 */
export async function convertFile(
  request: ConvertRequest & { readonly engines: URL | readonly EngineFactory[] },
): Promise<Converted & { remove(): Promise<void> }> {
  const converter = await createConverter(request.engines);
  try {
    return { ...(await converter.convert(request)), remove: converter.close };
  } catch (error) {
    await converter.close();
    throw error;
  }
}
