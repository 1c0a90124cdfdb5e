import { fileURLToPath } from 'node:url';
import { AppError } from '@filemill/errors';
import { LOSSES, type Loss, type LossCode, lossOf } from '@filemill/formats';
import { type EngineContext, type Limits, needsTooMuchMemory, type Step } from '@filemill/worker';

/** What a script has printed. */
interface Answer {
  readonly losses: readonly Loss[];
  /** Not all of the file could be read. */
  readonly isDamaged: boolean;
}

/** Runs a script of Python with arguments. @throws {AppError} with its reason if it refuses the file */
type Script = (step: Step, args: readonly string[], limits: Limits, signal: AbortSignal) => Promise<Answer>;

/** Reasons for which a script refuses a file. */
const REFUSALS: Readonly<Record<string, (detail: string) => AppError>> = {
  corrupt: (detail) => new AppError('FILE_CORRUPT', detail === '' ? {} : { detail }),
  encrypted: () => new AppError('FILE_ENCRYPTED'),
  large: (message) => new AppError('FILE_TOO_LARGE', { message }),
};

/**
 * A script of a rare format, which is started in a jail for each job and does not stand by. Its lines are `refused <reason>
 * [detail]`, `loss <code> [count]` and `damaged`.
 *
 * @param folder - of this service, with a slash at its end; it holds `main.py`
 */
export function pythonScript(context: EngineContext, folder: string): Script {
  const program = context.program('python3');
  const source = fileURLToPath(new URL(`../${folder}`, import.meta.url));
  const target = `/app/${folder.slice(0, -1)}`;
  return async ({ folder: folders }, args, limits, signal) => {
    const { exitCode, stdout, stderr } = await context.run({
      program,
      args: ['-I', '-B', `${target}/main.py`, ...args],
      folder: folders,
      limits,
      readOnly: [{ source, target }],
      signal,
    });
    const cause = new Error(`${folder}main.py, ${exitCode}: ${stderr}`);
    if (/^MemoryError/m.test(stderr)) throw needsTooMuchMemory(cause);
    const lines = stdout.split('\n').map((line) => line.split(' '));
    const [, reason = '', ...detail] = lines.find(([word]) => word === 'refused') ?? [];
    const refusal = REFUSALS[reason]?.(detail.join(' '));
    if (refusal) throw refusal;
    if (exitCode !== 0) throw new AppError('ENGINE_FAILED', {}, { cause });
    return { losses: lines.flatMap(lossIn), isDamaged: lines.some(([word]) => word === 'damaged') };
  };
}

function lossIn([kind, code = '', count]: readonly string[]): Loss[] {
  if (kind !== 'loss' || !Object.hasOwn(LOSSES, code)) return [];
  return [lossOf(code as LossCode, count === undefined ? {} : { count: Number(count) })];
}
