import sharp from 'sharp';
import { preparePicture, SAVERS } from './prepare.js';
import type { PictureJob } from './protocol.js';
import { openSource } from './source.js';

/** One white pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4//8/AAX+Av4N70a4AAAAAElFTkSuQmCC',
  'base64',
);
const JOB: PictureJob = {
  input: '/job/in/none',
  read: { opens: 'file', loader: 'VipsForeignLoadPngFile' },
  write: { saver: 'webp', holds: [], args: { photo: {}, graphic: {} } },
  outputBase: 'out',
  outputExtension: 'webp',
  widthPx: 1,
  heightPx: 1,
  frames: 1,
  onlyFirst: false,
  edits: {
    ...{ fit: 'inside', enlarge: true, rotate: 0, mirror: 'none' },
    ...{ metadata: 'keep', grey: false, frames: 'all' },
  },
  retouch: {
    ...{ trim: false, brightness: 0, contrast: 0, saturation: 0, gamma: 1 },
    ...{ autoLevels: false, sharpen: 0, blur: 0, despeckle: 0, invert: false },
  },
  held: { colourSpace: 'keep' },
  limits: { pixels: 1, sidePx: 1, frames: 1, framePixels: 1 },
  fromLossy: false,
  isSuspect: false,
  salvage: false,
};

/**
 * Runs the code of a job before the first fork, so that no child has to compile it again: this saves a sixth of the
 * time of a small picture. No pipeline may run, because its threads would remain; so the input file of this job does
 * not exist.
 */
export async function warmUp(): Promise<void> {
  const metadata = await sharp(PNG).metadata();
  const page = () => sharp(JOB.input, { autoOrient: true });
  const source = { metadata, pages: 1, page, animation: page };
  await mustFail(openSource(JOB));
  for (const encode of Object.values(SAVERS)) {
    await mustFail(encode(preparePicture(page(), JOB, source), {}).toFile('/job/out/none'));
  }
}

const mustFail = (work: Promise<unknown>): Promise<void> =>
  work.then(
    () => {
      throw new Error('a missing file was converted');
    },
    () => undefined,
  );
