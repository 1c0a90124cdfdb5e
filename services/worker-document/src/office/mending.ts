import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '@filemill/errors';
import {
  type EngineContext,
  JAILED_NODE,
  JAILED_NODE_FLAGS,
  nodeFiles,
  type RunRequest,
  type Step,
} from '@filemill/worker';

/** Kinds of files that our script can repair; `text` is decoded, and written as UTF-8. */
type MendKind = 'zip' | 'ole' | 'rtf' | 'pdf' | 'text' | 'entities';

/** A repaired file, and whether content is missing. */
interface MendedFile {
  /** On the host; in the jail it is the file of this name in /job/out. */
  readonly path: string;
  readonly isWhole: boolean;
}

/** Repairs the input of a step; undefined if there is nothing to repair. */
type Mend = (
  step: Step,
  kind: MendKind,
  limits: RunRequest['limits'],
  signal: AbortSignal,
) => Promise<MendedFile | undefined>;

/** In the output folder of the step, which discards everything except outputs. */
const MENDED = 'mended';

/**
 * Repairs uploaded files with a script in a jailed Node.
 *
 * Can it leave the jail? Only by a flaw of the kernel. What could it do? Corrupt the one file that it sees.
 *
 * @throws {Error} if the service is not built
 */
export function createMend(context: EngineContext): Mend {
  const script = nodeFiles(new URL('../../', import.meta.url), 'mend.main.js');
  return async (step, kind, limits, signal) => {
    const extension = step.input.format.extensions[0];
    const name = `${MENDED}.${extension}`;
    const { exitCode, stdout, stderr } = await context.run({
      program: JAILED_NODE,
      args: [...JAILED_NODE_FLAGS, script.path, kind, `/job/in/in.${extension}`, `/job/out/${name}`],
      readOnly: script.readOnly,
      folder: step.folder,
      limits,
      signal,
    });
    const answer = stdout.trim();
    if (exitCode !== 0 || !['whole', 'damaged', 'same'].includes(answer)) {
      throw new AppError('FILE_CORRUPT', {}, { cause: new Error(`mend: ${stderr}`) });
    }
    if (answer === 'same') return undefined;
    const path = join(step.folder.out, name);
    // A process in the jail may have replaced the file by a link, which must not be followed.
    if (!(await lstat(path)).isFile()) throw new AppError('FILE_CORRUPT');
    return { path, isWhole: answer === 'whole' };
  };
}
