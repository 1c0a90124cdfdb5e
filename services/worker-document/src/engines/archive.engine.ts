import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { AppError } from '@filemill/errors';
import {
  type ArchiveContainer,
  entryOptions,
  type LossCode,
  lenient,
  PACKED_LIMITS,
} from '@filemill/formats';
import {
  type EngineFactory,
  nodeFiles,
  ONE_SPARE,
  StandbyPool,
  type Step,
  waitingScript,
} from '@filemill/worker';
import { Answers } from '../archive/answers.js';
import type { PackSettings } from '../jailed/archive/targets.js';
import { isReadBy7z } from '../jailed/archive/unpacked.js';
import type { ArchiveJob } from '../jailed/archive.main.js';
import { resourcesOf, wallMsOf } from '../limits.js';

/** Node's own threads, and bsdtar and 7z with theirs. */
const PROCESSES = 128;
/** What the script runs. */
const PROGRAMS = ['bsdtar', '7z', 'unar', 'zstd', 'lz4', 'xz', 'lzip', 'lzop', 'compress', 'xorriso'];
/** unar does not start without an entry for its user in /etc/passwd; the jail shows nothing of the host's file. */
const USERS = { source: fileURLToPath(new URL('../../unar/passwd', import.meta.url)), target: '/etc/passwd' };

/** Losses of files. A book that is made of the archive has no place for their names, owners and times, and misses none. */
const CONTENT = new Set<LossCode>(['duplicates_dropped', 'links_dropped', 'unsafe_names_dropped']);

/**
 * Archives: a jailed Node per job runs bsdtar and 7z. bsdtar reads the input as one tar stream; only files and folders
 * with safe names pass from it to the writer. Files are unpacked into the job's folder in two cases only: for 7z, whose
 * own program compresses six times as fast as bsdtar, and for a RAR that bsdtar cannot read but unar can.
 *
 * Can it leave the jail? Only by a flaw of the kernel. What could it do? Corrupt the output of the one archive that it
 * sees. Links are never created, bsdtar never interprets a name as a list of files on disk (mtree), and no name of a
 * user is ever an argument.
 */
export const createEngine: EngineFactory = async (context) => {
  const script = nodeFiles(new URL('../../', import.meta.url), 'archive.main.js');
  for (const program of PROGRAMS) context.program(program);
  const program = {
    ...waitingScript(script),
    readOnly: [...script.readOnly, USERS],
    limits: { ...resourcesOf('archive', 'archive'), processes: PROCESSES },
  };
  const pool = new StandbyPool(context, program, ONE_SPARE);
  /** For jobs that may write more to their folder; none of them wait. */
  const poolsOfTrees = [1, 2].map((trees) => {
    const outFolderBytes = trees * PACKED_LIMITS.unpackedBytes + 1.25 * program.limits.fileBytes;
    return new StandbyPool(context, { ...program, limits: { ...program.limits, outFolderBytes } }, 0);
  });
  return {
    id: 'archive',
    salvages: true,
    close: async () => void (await Promise.all([pool, ...poolsOfTrees].map((each) => each.close()))),
    async convert(step, signal, onProgress) {
      refuseDisagreement(step);
      const answers = new Answers(onProgress);
      const result = await (poolsOfTrees[treesOf(step) - 1] ?? pool).run({
        args: [JSON.stringify(jobOf(step))],
        inputPath: step.input.path,
        outputFolder: step.folder.out,
        wallMs: wallMsOf('archive', step, context.clock),
        signal,
        onStdout: (chunk) => answers.add(chunk),
      });
      if (answers.refusal) throw answers.refusal;
      if (result.exitCode !== 0) {
        throw new AppError('ENGINE_FAILED', {}, { cause: new Error(`archive: ${result.stderr}`) });
      }
      return {
        outputs: [step.output.path],
        losses: step.final ? answers.losses : answers.losses.filter(({ code }) => CONTENT.has(code)),
        ...(answers.damage && { damage: answers.damage }),
        expected: {},
      };
    },
  };
};

/**
 * Each program reads contradictory headers of a zip in its own way, so bsdtar's result is reported as damaged.
 *
 * @throws {AppError} FILE_CORRUPT at the first try
 */
function refuseDisagreement({ input, salvage }: Step): void {
  const { damage } = input.facts;
  if (input.format.read?.archive?.container !== 'zip' || damage === undefined || salvage) return;
  throw new AppError('FILE_CORRUPT', { detail: damage });
}

/** @throws {Error} for a format without a declaration for this engine, which no route contains */
function jobOf({ input, output, options, salvage }: Step): ArchiveJob {
  const [from, to] = [input.format.read?.archive, output.format.write?.archive];
  if (!from || !to) throw new Error(`archive has no way from ${input.format.id} to ${output.format.id}`);
  return {
    input: `/job/in/${basename(input.path)}`,
    from,
    output: `/job/out/${basename(output.path)}`,
    to: { container: to.container, packing: to.packing, lacks: to.lacks, times: to.times },
    salvage,
    settings: settingsOf(options),
    entrySettings: lenient(entryOptions).parse(options),
    limits: PACKED_LIMITS,
  };
}

/** Formats without levels or methods ignore them. */
const settingsOf = ({ level, method, solid }: Step['options']): PackSettings => ({
  level: typeof level === 'number' ? level : 1,
  ...(typeof method === 'string' && { method }),
  ...(typeof solid === 'boolean' && { solid }),
});

/** unar reads some RARs; of a packed file the size is known only then. */
const isUnpackedFirst = (container?: ArchiveContainer): boolean =>
  container === 'rar' || container === 'packed' || (container !== undefined && isReadBy7z(container));

/** What unar and 7z unpack, and what 7z and xorriso write from, lies in the job's folder, next to the result. */
function treesOf({ input, output }: Step): number {
  const containers = [
    isUnpackedFirst(input.format.read?.archive?.container),
    ['7z', 'iso'].includes(output.format.write?.archive?.container ?? ''),
  ];
  return containers.filter((isTree) => isTree).length;
}
