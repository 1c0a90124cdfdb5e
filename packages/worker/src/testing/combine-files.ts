import { randomUUID } from 'node:crypto';
import { copyFile, mkdir, mkdtemp, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { aConversion } from '@filemill/contracts/testing';
import { headerLimits, type Loss, ReadingThreads, registry, type WorkerName } from '@filemill/formats';
import { createLogger, systemClock } from '@filemill/platform';
import type { ObjectStore } from '@filemill/storage';
import { Registry } from 'prom-client';
import { convert } from '../conversion/convert.js';
import { TimeLeft } from '../conversion/interruptions.js';
import { WorkerMetrics } from '../conversion/metrics.js';
import { Workspace } from '../conversion/workspace.js';
import { closeEngines, createEngineContext, loadEngines } from '../engines/engines.js';
import { createJail } from '../jail/jail.js';
import { removeFolder } from '../jail/remove-folder.js';
import { createJoiners } from '../joining/joiners.js';

const LONGEST_MS = 600_000;

/** A file of a combination. */
export interface CombinedInput {
  readonly name: string;
  readonly bytes: Buffer;
  /** Catalogue id; that of the name's extension if absent. */
  readonly format?: string;
}

/** Files to combine in a test. */
interface CombineRequest {
  readonly inputs: readonly CombinedInput[];
  readonly to: string;
  readonly options?: Readonly<Record<string, unknown>>;
  readonly signal?: AbortSignal;
  readonly onProgress?: (fraction: number) => void;
}

/** Combines files with the real engines and joiners of a worker in their jail, without queue, ledger and store. */
export interface Combiner {
  /** @returns a fresh copy, in a folder that `close` removes @throws {AppError} as the worker reports it */
  combine(request: CombineRequest): Promise<{ path: string; extension: string; losses: readonly Loss[] }>;
  close(): Promise<void>;
}

/** @param engines - the folder of its `*.engine.ts` */
export async function createCombiner(worker: WorkerName, engines: URL): Promise<Combiner> {
  const root = await mkdtemp(join(tmpdir(), 'combine-'));
  const logger = createLogger('test', 'silent');
  const reading = new ReadingThreads(headerLimits(2));
  const context = createEngineContext(createJail(), logger, systemClock, 2, root, reading);
  const loaded = await loadEngines(engines, context);
  const uploads = join(root, 'uploads');
  await mkdir(uploads);
  /** Only what a fetch needs. */
  const store = {
    async getFile(key: string, path: string) {
      await copyFile(join(uploads, basename(key)), path);
      return (await stat(path)).size;
    },
  } as Partial<ObjectStore> as ObjectStore;
  const process = {
    ...{ engines: loaded, joiners: createJoiners(worker, context), reading, store, clock: systemClock },
    metrics: new WorkerMetrics(new Registry()),
  };
  return {
    async combine({ inputs, to, options = {}, signal, onProgress }) {
      const id = randomUUID();
      const described = [];
      for (const [index, { name, bytes, format }] of inputs.entries()) {
        await writeFile(join(uploads, index === 0 ? id : `${id}-${index + 1}`), bytes);
        const known = registry.formatOfExtension(name.slice(name.lastIndexOf('.') + 1));
        described.push({
          ...{ fileName: name, format: format ?? known?.id ?? '', sizeBytes: bytes.length },
          sha256: '0'.repeat(64),
        });
      }
      const row = aConversion({
        ...{ id, inputKey: `any/${id}`, inputs: described, outputFormat: to },
        inputFormat: described[0]?.format ?? '',
        originalFileName: described[0]?.fileName ?? '',
        originalSizeBytes: described[0]?.sizeBytes ?? 0,
        optionsJson: JSON.stringify(options),
      });
      const workspace = new Workspace(root);
      workspace.make();
      try {
        const converted = await convert(
          row,
          new TimeLeft(LONGEST_MS),
          workspace,
          process,
          signal ?? new AbortController().signal,
          onProgress ?? (() => undefined),
        );
        const path = join(root, `${id}.${converted.extension}`);
        await rename(converted.path, path);
        return { ...converted, path };
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
}
