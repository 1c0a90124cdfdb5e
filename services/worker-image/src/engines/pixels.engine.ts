import { basename } from 'node:path';
import { AppError } from '@filemill/errors';
import { type Facts, LOSSES, type Loss, type LossCode, lossOf } from '@filemill/formats';
import { type EngineFactory, JAILED_NODE, JAILED_NODE_FLAGS, nodeFiles } from '@filemill/worker';
import { REFUSAL_REASONS, type RefusalReason } from '../jailed/pixels/refused.js';
import { stepLimits } from './step-limits.js';

const corrupt = (detail: string) => () => new AppError('FILE_CORRUPT', { detail });
const tooLarge = (message: string) => () => new AppError('FILE_TOO_LARGE', { message });
/** Reasons for which the script refuses a picture. */
const REFUSALS: Readonly<Record<RefusalReason, () => AppError>> = {
  broken: () => new AppError('FILE_CORRUPT'),
  unmerged: corrupt('it holds no merged picture'),
  unknown: corrupt('its pixels are of an unknown kind'),
  pixels: tooLarge('The picture has more than 100 million pixels.'),
  layers: tooLarge('The layers of the picture have too many pixels together.'),
};

/**
 * Reads and writes picture formats that no other engine knows, with a script of ours in a jailed Node: paintings, whose layers
 * it merges, and pixels in the order of some programs. sharp does the rest.
 *
 * Can it leave the jail? Only by a flaw of the kernel. What could it do? Corrupt the output of the one picture that it sees.
 */
export const createEngine: EngineFactory = async (context) => {
  const script = nodeFiles(new URL('../../', import.meta.url), 'pixels.main.js', ['sharp']);
  return {
    id: 'pixels',
    async convert(step, signal) {
      const [read, write] = [step.input.format.read?.pixels, step.output.format.write?.pixels];
      if (!read || !write) throw new AppError('INTERNAL', {}, { cause: new Error('no step for pixels') });
      const { exitCode, exitSignal, stdout, stderr } = await context.run({
        program: JAILED_NODE,
        args: [
          ...JAILED_NODE_FLAGS,
          ...[script.path, read.reader, write.writer],
          ...[`/job/in/${basename(step.input.path)}`, `/job/out/${basename(step.output.path)}`],
        ],
        readOnly: script.readOnly,
        folder: step.folder,
        limits: stepLimits('pixels', step, context),
        signal,
      });
      const answers = answersIn(stdout);
      if (answers.refusal) throw answers.refusal;
      if (exitCode !== 0)
        throw new AppError('ENGINE_FAILED', {}, { cause: new Error(`${exitCode ?? exitSignal}: ${stderr}`) });
      // Of the others nobody reads the header.
      const isRead = step.output.format.limits !== undefined;
      return {
        outputs: [step.output.path],
        losses: answers.losses,
        expected: isRead ? answers.size : {},
      };
    },
  };
};

/** What the script has printed: text of a process in the jail, of which only known words count. */
function answersIn(stdout: string): { losses: Loss[]; size: Facts; refusal?: AppError } {
  const losses: Loss[] = [];
  let size: Facts = {};
  for (const line of stdout.split('\n')) {
    const [kind, word = '', other] = line.split(' ');
    if (kind === 'size') size = { widthPx: Number(word), heightPx: Number(other) };
    if (kind === 'loss' && Object.hasOwn(LOSSES, word)) losses.push(lossOf(word as LossCode));
    const reason = REFUSAL_REASONS.find((known) => known === word);
    if (kind === 'refused' && reason) return { losses, size, refusal: REFUSALS[reason]() };
  }
  return { losses, size };
}
