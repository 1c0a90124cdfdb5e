import { basename } from 'node:path';
import { lenient, slideshowOptions } from '@filemill/formats';
import type { EngineFactory } from '@filemill/worker';
import { stepLimits } from '../limits.js';
import { pythonScript } from '../python.js';

/**
 * Makes a film of slides: poppler draws the pages that LibreOffice has written, ffmpeg encodes them. A script of ours starts
 * both in the jail.
 *
 * Can it leave the jail? Only by a flaw of the kernel. What could it do? Corrupt the output of the one file that it sees. No
 * byte of the upload comes to ffmpeg, which reads pictures that poppler drew.
 */
export const createEngine: EngineFactory = async (context) => {
  // Fails at the start of the worker if one is not installed.
  for (const program of ['pdfinfo', 'pdftoppm', 'ffmpeg']) context.program(program);
  const film = pythonScript(context, 'slideshow/');
  return {
    id: 'slideshow',
    async convert(step, signal) {
      const { input, output, final, options } = step;
      const { frameMs } = lenient(slideshowOptions).parse(final ? options : {});
      const args = [
        ...[`/job/in/${basename(input.path)}`, `/job/out/${basename(output.path)}`],
        ...[`${output.format.write?.slideshow?.codec}`, `${frameMs}`],
      ];
      const { losses } = await film(
        step,
        args,
        stepLimits('document', 'slideshow', step, context.clock),
        signal,
      );
      return { outputs: [output.path], losses, expected: {} };
    },
  };
};
