import { Problem } from '@filemill/local-stack';
import { throughput } from '../shared/measure.ts';
import { benchArchives } from './archives.ts';
import { benchCost } from './cost.ts';
import { benchDocuments } from './documents.ts';
import { benchEbooks } from './ebooks.ts';
import { benchFonts } from './fonts.ts';
import { benchHostile } from './hostile.ts';
import { type InputPaths, makeInputs } from './inputs.ts';
import { benchMedia } from './media.ts';
import { benchPage } from './page.ts';
import { benchPictures } from './pictures.ts';
import { convert } from './service.ts';
import type { RunningStack } from './stack.ts';
import { benchUsers } from './users.ts';

const WARM_UP = 120;

/** Measured separately afterwards: hostile files on a separate stack, the ledger without a stack (`reserve.ts`). */
export const HOSTILE = 'hostile';
export const LEDGER = 'reserve';
/** In the order in which they are printed. */
const PARTS: Readonly<Record<string, (stack: RunningStack, input: InputPaths) => Promise<void>>> = {
  pictures: benchPictures,
  cost: benchCost,
  documents: benchDocuments,
  media: benchMedia,
  archives: benchArchives,
  ebooks: benchEbooks,
  fonts: benchFonts,
  page: benchPage,
  users: benchUsers,
};

/** @throws {Problem} for a part that does not exist */
export function checkNames(names: readonly string[]): void {
  const parts = [...Object.keys(PARTS), HOSTILE, LEDGER];
  const unknown = names.find((name) => !parts.includes(name));
  if (unknown) throw new Problem(`There is no part ${unknown}; there are ${parts.join(', ')}`);
}

/** Whether a part is selected. @param names - the selected parts; empty selects all */
export const isWanted = (names: readonly string[], part: string): boolean =>
  names.length === 0 || names.includes(part);
/** Whether any selected part needs the shared stack. */
export const needsStack = (names: readonly string[]): boolean =>
  Object.keys(PARTS).some((part) => isWanted(names, part));

/**
 * Measures bare engines and the whole service on this machine, every job by another guest unless stated otherwise.
 *
 * @param folder - for the inputs
 * @param names - parts to measure; all of them if none is named
 */
export async function bench(stack: RunningStack, folder: string, names: readonly string[]): Promise<void> {
  const { url } = stack;
  const input = await makeInputs(folder);

  // Fresh processes run slower until their code is compiled.
  await throughput(WARM_UP, 2, () => convert(url, input.icon, 'webp'));
  await throughput(WARM_UP / 4, 2, () => convert(url, input.letter, 'pdf'));

  for (const [name, part] of Object.entries(PARTS)) {
    if (isWanted(names, name)) await part(stack, input);
  }
}

/** Measures the pauses of all processes while hostile files are sent. @param stack - started with `environment` */
export async function benchAttacks(stack: RunningStack, folder: string): Promise<void> {
  await benchHostile(stack, await makeInputs(folder, ['icon', 'letter']));
}
