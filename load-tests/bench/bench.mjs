import { benchArchives } from './archives.mjs';
import { benchDocuments } from './documents.mjs';
import { benchEbooks } from './ebooks.mjs';
import { benchFonts } from './fonts.mjs';
import { makeInputs } from './inputs.mjs';
import { throughput } from './measure.mjs';
import { benchMedia } from './media.mjs';
import { benchPage } from './page.mjs';
import { benchPictures } from './pictures.mjs';
import { convert } from './service.mjs';
import { benchUsers } from './users.mjs';

const WARM_UP = 120;

/** Measured by itself afterwards (`reserve.mjs`). */
const LEDGER = 'reserve';
/** In the order in which they are printed. */
const PARTS = {
  pictures: benchPictures,
  documents: benchDocuments,
  media: benchMedia,
  archives: benchArchives,
  ebooks: benchEbooks,
  fonts: benchFonts,
  page: benchPage,
  users: benchUsers,
};

/**
 * Measures bare engines beside the whole service on this machine, every job by another guest where nothing else is said.
 *
 * @param stack - running, its `url` and `ports`
 * @param folder - for the inputs
 * @param names - parts to measure; all of them if none is named
 * @throws {Error} for a part that does not exist
 */
export async function bench(stack, folder, names = []) {
  const unknown = names.find((name) => name !== LEDGER && !Object.hasOwn(PARTS, name));
  if (unknown)
    throw new Error(`There is no part ${unknown}; there are ${[...Object.keys(PARTS), LEDGER].join(', ')}`);
  const { url } = stack;
  const input = await makeInputs(folder);

  // Fresh processes run slower until their code is compiled.
  await throughput(WARM_UP, 2, () => convert(url, input.icon, 'webp'));
  await throughput(WARM_UP / 4, 2, () => convert(url, input.letter, 'pdf'));

  for (const [name, part] of Object.entries(PARTS)) {
    if (names.length === 0 || names.includes(name)) await part(stack, input);
  }
}
