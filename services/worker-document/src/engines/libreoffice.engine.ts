import { isUtf8 } from 'node:buffer';
import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { registry } from '@filemill/catalogue';
import { AppError } from '@filemill/errors';
import {
  type EngineContext,
  type EngineFactory,
  ForkServerPool,
  needsTooMuchMemory,
  resourceLimits,
  type Step,
} from '@filemill/worker';
import { decodeText } from '../jailed/decode.js';
import {
  type OfficeJob,
  type OfficeResult,
  OfficeServer,
  OfficeServerLost,
} from '../office/office-server.js';

/**
 * Export options by output, from LibreOffice's help ("Filter Options for CSV", "HTML export").
 * csv: comma, double quote, UTF-8, from line 1, en-US numbers, quotes where needed, cells as shown, no formulas.
 */
const EXPORT_OPTIONS: Readonly<Record<string, string>> = {
  csv: '44,34,76,1,,1033,false,true,false',
  html: 'EmbedImages',
};

/** A child that failed with more than this part of its memory in use has run out of it. */
const OUT_OF_MEMORY = 0.5;

/**
 * LibreOffice through a jailed fork server, a child per job.
 *
 * Can it leave the jail? It would need the kernel, past Landlock and a second filter of system calls. What could it do?
 * Read its one input and spoil its one output: a child sees no other job, has no network, starts no program, signals
 * nobody, and ends with the job. The document cannot load, link or run anything: native/settings.xcu.
 */
export const createEngine: EngineFactory = async (context) => {
  const pool = await ForkServerPool.start(context, () => OfficeServer.start(context));
  return {
    id: 'libreoffice',
    close: () => pool.close(),
    async convert(step, signal, onProgress) {
      if (step.input.format === 'txt') await rewriteAsUtf8(step.input.path);
      const job = await jobOf(step, context);
      const attempt = (): Promise<OfficeResult> =>
        pool.use(step.ownerKey, (server) => {
          signal.throwIfAborted();
          return server.convert(job, signal, (percent) => onProgress(percent / 100));
        });
      const result = await attempt()
        .catch((error: unknown) => {
          // The server is not the job's fault in the first place: once more on a fresh one.
          if (!(error instanceof OfficeServerLost) || signal.aborted) throw error;
          return attempt();
        })
        .catch((error: unknown) => {
          signal.throwIfAborted();
          throw error instanceof OfficeServerLost
            ? new AppError('ENGINE_FAILED', {}, { cause: error })
            : error;
        });
      throwIfFailed(result, job);
      return { outputs: result.outputs, losses: [], expected: {} };
    },
  };
};

/** LibreOffice takes a text without a mark for the encoding of the machine, which in the jail is UTF-8. */
async function rewriteAsUtf8(path: string): Promise<void> {
  const bytes = await readFile(path);
  if (isUtf8(bytes)) return;
  await rm(path); // its bytes may have another name elsewhere
  await writeFile(path, decodeText(bytes));
}

async function jobOf(
  { input, output, folder, deadlineMs, route }: Step,
  context: EngineContext,
): Promise<OfficeJob> {
  const limits = resourceLimits(route.input.category, (await stat(input.path)).size);
  const wallMs = Math.min(limits.wallMs ?? Number.POSITIVE_INFINITY, deadlineMs - context.clock.nowMs());
  if (wallMs <= 0) throw new AppError('ENGINE_TIMEOUT');
  return {
    inputPath: input.path,
    inputExtension: registry.format(input.format)?.extensions[0] ?? input.format,
    outputExtension: registry.format(output.format)?.extensions[0] ?? output.format,
    exportOptions: EXPORT_OPTIONS[output.format] ?? '',
    outputFolder: folder.out,
    wallMs,
    cpuSeconds: limits.cpuSeconds,
    addressSpaceBytes: limits.memoryBytes,
    fileBytes: limits.outputBytes,
  };
}

function throwIfFailed({ outcome, outputs, peakBytes, stderr }: OfficeResult, job: OfficeJob): void {
  if (outcome === 'saved' && outputs.length > 0) return;
  const cause = new Error(`LibreOffice: ${outcome}, ${peakBytes} bytes, ${stderr}`);
  if (outcome === 'timeout') throw new AppError('ENGINE_TIMEOUT', {}, { cause });
  if (outcome === 'full') {
    const message = 'The result would be larger than one conversion may write.';
    throw new AppError('FILE_TOO_LARGE', { message }, { cause });
  }
  if (peakBytes > job.addressSpaceBytes * OUT_OF_MEMORY) throw needsTooMuchMemory(cause);
  throw new AppError(outcome === 'load' ? 'FILE_CORRUPT' : 'ENGINE_FAILED', {}, { cause });
}
