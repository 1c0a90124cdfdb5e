import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { AppError } from '@filemill/errors';
import { type LossCode, lossOf } from '@filemill/formats';
import type { EngineFactory } from '@filemill/worker';
import { stepLimits } from '../limits.js';

/** The scripts, and their place in the jail. */
const SCRIPTS = fileURLToPath(new URL('../../drawing/', import.meta.url));
const SHOWN = '/drawing';
const ONLY_PIXELS = 'The drawing consists of pixels, which DXF cannot hold.';
const LOSSES: readonly LossCode[] = ['pages_dropped', 'pixels_dropped'];

/**
 * Makes DXF of drawings with ezdxf, in one jailed Python per job. LibreOffice, which writes no DXF, has exported the drawing
 * to SVG, so no byte of the upload comes here. Words stay words; curves become lines.
 *
 * Can it leave the jail? Only by a flaw of the kernel. What could it do? Corrupt the output of the one drawing that it sees.
 */
export const createEngine: EngineFactory = async (context) => {
  const python = context.program('python3');
  return {
    id: 'plotter',
    async convert(step, signal) {
      const { input, output, folder } = step;
      const { exitCode, exitSignal, stdout, stderr } = await context.run({
        program: python,
        args: [
          ...['-I', '-S', '-B', `${SHOWN}/main.py`],
          ...[`/job/in/${basename(input.path)}`, `/job/out/${basename(output.path)}`],
        ],
        readOnly: [{ source: SCRIPTS, target: SHOWN }],
        folder,
        limits: stepLimits('document', 'plotter', step, context.clock),
        signal,
      });
      if (exitCode !== 0) {
        const cause = new Error(`plotter ended with ${exitCode ?? exitSignal}: ${stderr}`);
        throw new AppError('ENGINE_FAILED', {}, { cause });
      }
      const words = stdout.split('\n').map((line) => line.split(' ')[1]);
      if (words.includes('pixels')) throw new AppError('UNSUPPORTED_FORMAT', { message: ONLY_PIXELS });
      const losses = LOSSES.filter((code) => words.includes(code)).map((code) => lossOf(code));
      return { outputs: [output.path], losses, expected: {} };
    },
  };
};
