import { mkdir, mkdtemp, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { EngineId, ReadingThreads } from '@filemill/formats';
import type { Clock, Logger } from '@filemill/platform';
import type { Jail } from '../jail/jail.js';
import { findProgram } from '../jail/programs.js';
import type { Limits } from '../jail/sandbox.js';
import { heldBytes, jobMemory } from '../limits/job-memory.js';
import type { Engine, EngineContext, EngineFactory } from './engine.js';

const ENGINE_FILE = /\.engine\.(js|ts)$/;

/** @param workFolder - exists; warm processes get their folders below it */
export function createEngineContext(
  jail: Jail,
  logger: Logger,
  clock: Clock,
  slots: number,
  workFolder: string,
  reading: ReadingThreads,
): EngineContext {
  return {
    reading,
    logger,
    clock,
    slots,
    standsBy: true,
    program: findProgram,
    run: jail.run,
    spawn: jail.spawn,
    standby: jail.standby,
    scratch: async (name) => {
      const parent = join(workFolder, 'scratch');
      await mkdir(parent, { recursive: true });
      return mkdtemp(join(parent, `${name}-`));
    },
  };
}

/**
 * The same context for one engine, whose jails may not ask for more memory than the table of `jobMemory` says: how many
 * conversions run at once is calculated from it.
 */
export function enforceJobMemory(engine: EngineId, context: EngineContext): EngineContext {
  const checked = <T extends { readonly limits: Limits }>(request: T): T => {
    if (heldBytes(request.limits) <= heldBytes(jobMemory(engine))) return request;
    throw new Error(`${engine} asks for more memory than its row in job-memory.ts has`);
  };
  return {
    ...context,
    run: async (request) => context.run(checked(request)),
    spawn: (request) => context.spawn(checked(request)),
    standby: (request) => context.standby(checked(request)),
  };
}

/**
 * Starts every `<id>.engine.ts` of a folder, in the order of their names.
 *
 * @param standsBy - for which engines processes wait for jobs; for all by default
 * @throws {Error} for a file without `createEngine`
 */
export async function loadEngines(
  folder: URL,
  context: EngineContext,
  standsBy: (engine: EngineId) => boolean = () => true,
): Promise<Map<EngineId, Engine>> {
  const files = (await readdir(fileURLToPath(folder))).filter((file) => ENGINE_FILE.test(file)).sort();
  const factories: EngineFactory[] = [];
  for (const file of files) {
    const module = (await import(new URL(file, folder).href)) as { createEngine?: EngineFactory };
    if (!module.createEngine) throw new Error(`${file} exports no createEngine`);
    const { createEngine } = module;
    const id = file.replace(ENGINE_FILE, '') as EngineId;
    factories.push((own) => createEngine({ ...enforceJobMemory(id, own), standsBy: standsBy(id) }));
  }
  return startEngines(factories, context);
}

/** @throws {Error} when two engines have one id */
export async function startEngines(
  factories: readonly EngineFactory[],
  context: EngineContext,
): Promise<Map<EngineId, Engine>> {
  const engines = new Map<EngineId, Engine>();
  for (const engine of await Promise.all(factories.map((createEngine) => createEngine(context)))) {
    if (engines.has(engine.id)) throw new Error(`Two engines are called ${engine.id}`);
    engines.set(engine.id, engine);
  }
  return engines;
}

/** Closes all engines. */
export async function closeEngines(engines: ReadonlyMap<EngineId, Engine>): Promise<void> {
  await Promise.all([...engines.values()].map((engine) => engine.close?.()));
}
