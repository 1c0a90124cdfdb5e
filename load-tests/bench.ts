/**
 * `npm run bench`: starts a separate stack and measures bare engines and the whole service. With arguments, only the parts
 * named (`npm run bench -- pictures fonts`).
 */
import { rmSync } from 'node:fs';
import { DATA, main, Problem, ROOT, run, Stack, type StackOptions } from '@filemill/local-stack';
import { benchArchives } from './bench/archives.ts';
import { benchCost } from './bench/cost.ts';
import { benchDefaults } from './bench/defaults.ts';
import { benchDocuments } from './bench/documents.ts';
import { benchEbooks } from './bench/ebooks.ts';
import { benchFamilies } from './bench/families.ts';
import { benchFonts } from './bench/fonts.ts';
import { benchHostile } from './bench/hostile.ts';
import { type InputPaths, makeInputs } from './bench/inputs.ts';
import { benchMedia } from './bench/media.ts';
import { benchPage } from './bench/page.ts';
import { environment } from './bench/pauses.ts';
import { benchPicturePairs } from './bench/picture-pairs.ts';
import { benchPictures } from './bench/pictures.ts';
import { convert, type RunningStack } from './bench/service.ts';
import { benchUsers } from './bench/users.ts';
import { describeMachine, throughput } from './shared/measure.ts';

const WARM_UP = 120;

/** Measured separately afterwards: hostile files on a separate stack, the ledger without a stack (`reserve.ts`). */
const HOSTILE = 'hostile';
const LEDGER = 'reserve';
/** In the order in which they are printed. */
const PARTS: Readonly<Record<string, (stack: RunningStack, input: InputPaths) => Promise<void>>> = {
  pictures: benchPictures,
  'picture-pairs': benchPicturePairs,
  cost: benchCost,
  documents: benchDocuments,
  media: benchMedia,
  archives: benchArchives,
  ebooks: benchEbooks,
  fonts: benchFonts,
  families: benchFamilies,
  defaults: benchDefaults,
  page: benchPage,
  users: benchUsers,
};

/** @throws {Problem} for a part that does not exist */
function checkNames(names: readonly string[]): void {
  const parts = [...Object.keys(PARTS), HOSTILE, LEDGER];
  const unknown = names.find((name) => !parts.includes(name));
  if (unknown) throw new Problem(`There is no part ${unknown}; there are ${parts.join(', ')}`);
}

/** Whether a part is selected. @param names - the selected parts; empty selects all */
const isWanted = (names: readonly string[], part: string): boolean =>
  names.length === 0 || names.includes(part);
/** Whether any selected part needs the shared stack. */
const needsStack = (names: readonly string[]): boolean =>
  Object.keys(PARTS).some((part) => isWanted(names, part));

/**
 * Measures bare engines and the whole service on this machine, every job by another guest unless stated otherwise.
 *
 * @param folder - for the inputs
 * @param names - parts to measure; all of them if none is named
 */
async function bench(stack: RunningStack, folder: string, names: readonly string[]): Promise<void> {
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
async function benchAttacks(stack: RunningStack, folder: string): Promise<void> {
  await benchHostile(stack, await makeInputs(folder, ['icon', 'letter']));
}

const PORTS = { publicPort: 3940, firstPort: 3950 };

/** Runs `work` with a stack that is stopped afterwards, whatever happens. */
async function withStack(
  options: Pick<StackOptions, 'data' | 'extra'>,
  work: (stack: Stack) => Promise<void>,
): Promise<void> {
  const stack = new Stack({ ...PORTS, ...options });
  const stop = () => stack.stop().then(() => process.exit(130));
  process.on('SIGINT', stop);
  try {
    await stack.start();
    console.log(`\nnpm run bench: ${describeMachine()}\n`);
    await work(stack);
  } finally {
    process.off('SIGINT', stop);
    await stack.stop();
  }
}

await main(async () => {
  const names = process.argv.slice(2);
  checkNames(names);
  if (needsStack(names))
    await withStack({ data: `${DATA}/bench` }, (stack) => bench(stack, `${DATA}/bench/inputs`, names));
  if (isWanted(names, HOSTILE)) {
    const data = `${DATA}/bench-hostile`;
    // Jobs that an interrupted run left behind would be taken up again, and hold slots.
    rmSync(data, { recursive: true, force: true });
    await withStack({ data, extra: environment }, (stack) => benchAttacks(stack, `${data}/inputs`));
  }
  // With its own database and usage process.
  if (isWanted(names, LEDGER))
    await run(process.execPath, [`${ROOT}/load-tests/bench/reserve.ts`], { onLine: console.log });
  process.exit(0);
});
