import { copyFile } from 'node:fs/promises';
import { lossOf } from '@filemill/formats';
import type { EngineFactory } from '@filemill/worker';

/** Begins a page in an OpenDocument drawing: OASIS 1.3 part 3, 10.2.4. */
const PAGE = '<draw:page ';

/**
 * Tells that a drawing has more pages than the one that a metafile holds. LibreOffice has read the upload, whatever its format,
 * and written it as XML, in which the pages are counted.
 */
export const createEngine: EngineFactory = async (context) => ({
  id: 'drawings',
  async convert({ input, output }, signal) {
    const pages = await context.reading.run('countBytes', { path: input.path }, { bytes: PAGE }, { signal });
    await copyFile(input.path, output.path);
    return {
      outputs: [output.path],
      losses: pages > 1 ? [lossOf('pages_dropped')] : [],
      expected: {},
    };
  },
});
