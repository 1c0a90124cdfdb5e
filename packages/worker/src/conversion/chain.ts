import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { EngineId, FormatSpec, Loss, Route, RouteStep } from '@filemill/catalogue';
import { AppError } from '@filemill/errors';
import type { Facts } from '@filemill/inspect';
import type { Engine } from '../engine.js';
import { checkOutput } from './checks.js';
import type { Workspace } from './workspace.js';

/** A checked input and what is to become of it. */
export interface ChainRequest {
  readonly conversionId: string;
  readonly ownerKey: string;
  readonly route: Route;
  readonly options: Readonly<Record<string, unknown>>;
  /** Lies in the workspace, and is moved from there. */
  readonly inputPath: string;
  readonly inputFacts: Facts;
  readonly deadlineMs: number;
}

export interface ChainResult {
  /** Checked files in page order, out of reach of any jail. */
  readonly outputs: readonly { readonly path: string; readonly sizeBytes: number; readonly facts: Facts }[];
  readonly losses: readonly Loss[];
}

interface Intermediate {
  readonly path: string;
  readonly facts: Facts;
}

const extensionOf = (format: FormatSpec): string => format.extensions[0];

/**
 * Passes a file through the engines of its route. Every output is checked before it goes on.
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
    // What two engines lose is lost once.
    losses.push(...result.losses.filter(({ code }) => !losses.some((known) => known.code === code)));
    if (final) return { outputs: result.outputs, losses };
    const [only, ...others] = result.outputs;
    if (!only || others.length > 0) {
      throw new AppError(
        'INTERNAL',
        {},
        { cause: new Error(`${step.engine} made several files on the way`) },
      );
    }
    input = only;
  }
  throw new AppError('INTERNAL', {}, { cause: new Error('a route without steps') });
}

async function runStep(
  at: { request: ChainRequest; step: RouteStep; final: boolean; input: Intermediate },
  workspace: Workspace,
  engines: ReadonlyMap<EngineId, Engine>,
  signal: AbortSignal,
  onProgress: (fraction: number) => void,
): Promise<ChainResult> {
  signal.throwIfAborted();
  const { request, step, final } = at;
  const engine = engines.get(step.engine);
  if (!engine) throw new AppError('INTERNAL', {}, { cause: new Error(`no engine ${step.engine} here`) });
  const folder = await workspace.newStep();
  const inputPath = join(folder.in, `in.${extensionOf(step.from)}`);
  await rename(at.input.path, inputPath);
  const result = await engine.convert(
    {
      conversionId: request.conversionId,
      ownerKey: request.ownerKey,
      folder,
      input: { path: inputPath, format: step.from.id, facts: at.input.facts },
      output: { path: join(folder.out, `out.${extensionOf(step.to)}`), format: step.to.id },
      options: final ? request.options : {},
      final,
      route: request.route,
      deadlineMs: request.deadlineMs,
    },
    signal,
    onProgress,
  );
  signal.throwIfAborted();
  if (result.outputs.length === 0) throw new AppError('ENGINE_FAILED', {}, { cause: new Error('no output') });
  const outputs: { path: string; sizeBytes: number; facts: Facts }[] = [];
  for (const [page, path] of result.outputs.entries()) {
    const taken = workspace.path(`${step.engine}-${page + 1}.${extensionOf(step.to)}`);
    const sizeBytes = await workspace.take(folder, path, taken);
    // What passes between our own engines alone has no reader of headers.
    const facts = step.to.internal ? {} : await checkOutput(taken, step.to, result.expected);
    outputs.push({ path: taken, sizeBytes, facts });
  }
  return { outputs, losses: result.losses };
}
