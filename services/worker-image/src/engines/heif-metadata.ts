import type { EngineContext, Step } from '@filemill/worker';

/** The table of items, which names the kind of each, is at the start of the file. */
const EXIF_MARK = { bytes: 'Exif', within: 65_536 };

/** Whether a HEIC or an AVIF has EXIF data. */
export const hasExifItem = (context: EngineContext, input: Step['input']): Promise<boolean> =>
  context.reading.run('startContains', input, EXIF_MARK);
