import { benchArchives } from './archives.mjs';
import { benchDocuments } from './documents.mjs';
import { benchEbooks } from './ebooks.mjs';
import { benchFonts } from './fonts.mjs';
import { benchHostile } from './hostile.mjs';
import { makeInputs } from './inputs.mjs';
import { throughput } from './measure.mjs';
import { benchMedia } from './media.mjs';
import { benchPage } from './page.mjs';
import { benchPictures } from './pictures.mjs';
import { convert } from './service.mjs';
import { benchUsers } from './users.mjs';

const WARM_UP = 120;

/** Measured separately afterwards: hostile files on a separate stack, the ledger without a stack (`reserve.mjs`). */
export const HOSTILE = 'hostile';
export const LEDGER = 'reserve';
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

/** @throws {Error} for a part that does not exist */
export function checkNames(names) {
  const parts = [...Object.keys(PARTS), HOSTILE, LEDGER];
  const unknown = names.find((name) => !parts.includes(name));
  if (unknown) throw new Error(`There is no part ${unknown}; there are ${parts.join(', ')}`);
}

/** Whether a part is selected. @param names - the selected parts; empty selects all */
export const isWanted = (names, part) => names.length === 0 || names.includes(part);
/** Whether any selected part needs the shared stack. */
export const needsStack = (names) => Object.keys(PARTS).some((part) => isWanted(names, part));

/**
 * Measures bare engines and the whole service on this machine, every job by another guest unless stated otherwise.
 *
 * @param stack - running, its `url` and `ports`
 * @param folder - for the inputs
 * @param names - parts to measure; all of them if none is named
 */
export async function bench(stack, folder, names = []) {
  const { url } = stack;
  const input = await makeInputs(folder);

  // Fresh processes run slower until their code is compiled.
  await throughput(WARM_UP, 2, () => convert(url, input.icon, 'webp'));
  await throughput(WARM_UP / 4, 2, () => convert(url, input.letter, 'pdf'));

  for (const [name, part] of Object.entries(PARTS)) {
    if (isWanted(names, name)) await part(stack, input);
  }
}

/** Measures the pauses of all processes while hostile files are sent. @param stack - running, with `environment` */
export async function benchAttacks(stack, folder) {
  await benchHostile(stack, await makeInputs(folder, ['icon', 'letter']));
}
