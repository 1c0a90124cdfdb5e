import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { AppError } from '@filemill/errors';
import { PACKED_LIMITS, repackingOf } from '@filemill/formats';
import {
  type EngineFactory,
  nodeFiles,
  resourceLimits,
  StandbyPool,
  type Step,
  waitingScript,
} from '@filemill/worker';
import { Answers } from '../archive/answers.js';
import type { ArchiveJob } from '../jailed/archive.main.js';
import type { RepackJob } from '../jailed/repack.main.js';
import { resourcesOf, wallMsOf } from '../limits.js';

/** Node's own threads, and 7z with its own. */
const PROCESSES = 128;
/** What the scripts run. */
const PROGRAMS = [
  'libdeflate-gzip',
  'optipng',
  'jpegoptim',
  '7z',
  'bsdtar',
  'unar',
  'xz',
  'zstd',
  'lz4',
  'lzip',
  'lzop',
];
/** unar does not start without an entry for its user in /etc/passwd; the jail shows nothing of the host's file. */
const USERS = { source: fileURLToPath(new URL('../../unar/passwd', import.meta.url)), target: '/etc/passwd' };
/** The share of the time that is used for packing better; the rest is for reading, writing and checking. */
const BUDGET = 0.4;
const BEST_LEVEL = 9;

/**
 * Writes a file again as what it is, with the same content in fewer bytes: Office files, books, archives, databases, texts. Of
 * a package every part stays the same but its pictures, of which the pixels do. An archive that has to be unpacked for that, and a
 * damaged one, takes the script of the engine `archive`.
 *
 * Can it leave the jail? Only by a flaw of the kernel. What could it do? Corrupt the output of the one file that it sees. No
 * name of an entry becomes a path.
 */
export const createEngine: EngineFactory = async (context) => {
  for (const program of PROGRAMS) context.program(program);
  const service = new URL('../../', import.meta.url);
  const poolOf = (script: string, trees: number): StandbyPool => {
    const limits = { ...resourcesOf('archive', 'repack'), processes: PROCESSES };
    const { path, readOnly } = nodeFiles(service, script);
    const program = {
      ...waitingScript({ path, readOnly: [...readOnly, USERS] }),
      limits: {
        ...limits,
        outFolderBytes: trees * PACKED_LIMITS.unpackedBytes + 1.25 * limits.fileBytes,
      },
    };
    // None wait: nobody is in a hurry who optimises.
    return new StandbyPool(context, program, 0);
  };
  const repacking = poolOf('repack.main.js', 1);
  const archiving = poolOf('archive.main.js', 2);
  return {
    id: 'repack',
    salvages: true,
    close: async () => void (await Promise.all([repacking.close(), archiving.close()])),
    async convert(step, signal, onProgress) {
      const { input, output, salvage } = step;
      const { damage } = input.facts;
      if (damage !== undefined && !salvage) throw new AppError('FILE_CORRUPT', { detail: damage });
      const answers = new Answers(onProgress);
      const archiveJob = archiveJobOf(step);
      const wallMs = wallMsOf(input.format.category, step, context.clock);
      const result = await (archiveJob ? archiving : repacking).run({
        args: [JSON.stringify(archiveJob ?? repackJobOf(step, wallMs))],
        inputPath: input.path,
        outputFolder: step.folder.out,
        wallMs,
        signal,
        onStdout: (chunk) => answers.add(chunk),
      });
      if (answers.refusal) throw answers.refusal;
      if (result.exitCode !== 0) {
        throw new AppError('ENGINE_FAILED', {}, { cause: new Error(`repack: ${result.stderr}`) });
      }
      return {
        outputs: [output.path],
        losses: answers.losses,
        ...(answers.damage && { damage: answers.damage }),
        expected: {},
      };
    },
  };
};

const pathsOf = ({ input, output }: Step) => ({
  input: `/job/in/${basename(input.path)}`,
  output: `/job/out/${basename(output.path)}`,
});

/** @throws {Error} for a format that cannot be repacked, which no route contains */
function repackJobOf(step: Step, wallMs: number): RepackJob {
  const how = repackingOf(step.input.format);
  const as = how?.as;
  if (!as || as === 'archive' || as === 'drawing')
    throw new Error(`${step.input.format.id} cannot be repacked`);
  const { cpuSeconds } = resourceLimits(step.input.format.category, Number.POSITIVE_INFINITY);
  return {
    ...pathsOf(step),
    as,
    format: step.input.format.id,
    ...(how.as === 'stream' && { packing: how.packing }),
    salvage: step.salvage,
    budgetMs: BUDGET * Math.min(wallMs, cpuSeconds * 1_000),
    limits: PACKED_LIMITS,
  };
}

/** Undefined for a file that needs not be unpacked. */
function archiveJobOf(step: Step): ArchiveJob | undefined {
  const { format } = step.input;
  const [from, to] = [format.read?.archive, format.write?.archive];
  const isNeeded = step.salvage || repackingOf(format)?.as === 'archive';
  if (!from || !to || !isNeeded) return undefined;
  return {
    ...pathsOf(step),
    from,
    to: { container: to.container, packing: to.packing, lacks: to.lacks, times: to.times },
    salvage: step.salvage,
    settings: { level: BEST_LEVEL },
    entrySettings: { exclude: 'nothing', folders: 'keep' },
    limits: PACKED_LIMITS,
  };
}
