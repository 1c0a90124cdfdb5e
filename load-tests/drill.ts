/**
 * `npm run drill`: starts a separate stack, breaks it in every way that one machine can, and stores the results, from which
 * `drill/write-page.ts` writes docs/drills.md and docs/drills.json afterwards. Faults by name (`npm run drill -- F06 F11`),
 * `--full` for their full length and 20 runs each, `--ci` for three random faults as in `npm test`, `--runs=n`, `--seed=n` to
 * repeat a run. PORT, INTERNAL_PORT and DRILL_DATA name other ports and another folder. The last line counts the faults that
 * passed and failed.
 */
import { randomInt } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { DATA, main, Problem, say } from '@filemill/local-stack';
import { type DrillOptions, drill } from './drill/drill.ts';
import { keepResult, summariesFile } from './drill/page.ts';
import type { FaultResult } from './drill/results.ts';

/** Reads the arguments of the command. */
function optionsOf(words: readonly string[]): Omit<DrillOptions, 'publicPort' | 'firstPort'> {
  const unknown = words.find((word) => !/^(F\d\d|--(full|ci|(runs|seed)=\d+))$/.test(word));
  if (unknown)
    throw new Problem(
      `Unknown argument ${unknown}: faults are named F01 to F39; else --full, --ci, --runs=n, --seed=n.`,
    );
  const flag = (name: string) => words.find((word) => word.startsWith(`--${name}=`))?.slice(name.length + 3);
  const [runs, seed] = [flag('runs'), flag('seed')];
  return {
    names: words.filter((word) => !word.startsWith('--')),
    tier: words.includes('--full') ? 'full' : words.includes('--ci') ? 'ci' : 'drill',
    seed: seed === undefined ? randomInt(2 ** 31) : Number(seed),
    runs: runs === undefined ? undefined : Number(runs),
    data: process.env.DRILL_DATA ?? `${DATA}/drill`,
  };
}

const isPassed = ({ runs }: FaultResult): boolean => runs.every(({ faults }) => faults.length === 0);

await main(async () => {
  // Where the S3 server is built.
  process.env.FILEMILL_TOOLS ??= `${DATA}/tools`;
  const options = optionsOf(process.argv.slice(2));
  const { seed, data } = options;
  mkdirSync(data, { recursive: true });
  say(`Seed ${seed}`);
  const results = await drill({
    ...options,
    publicPort: Number(process.env.PORT ?? 3980),
    firstPort: Number(process.env.INTERNAL_PORT ?? 3990),
    onResult: (result) => keepResult(summariesFile(data), result, seed),
  });
  for (const result of results) say(`${isPassed(result) ? 'passed' : 'FAILED'}: fault ${result.id}`);
  const passed = results.filter(isPassed).length;
  console.log(`${passed} passed, ${results.length - passed} failed`);
  process.exit(passed < results.length ? 1 : 0);
});
