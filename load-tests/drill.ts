/**
 * `npm run drill`: starts a separate stack, breaks it in every way that one machine can, and stores the results, from which
 * `drill/run/page.ts` writes docs/drills.md and docs/drills.json afterwards. Faults by name (`npm run drill -- F06 F11`),
 * `--full` for their full length and 20 runs each, `--ci` for three random faults as in `npm test`, `--runs=n`, `--seed=n` to
 * repeat a run. PORT, INTERNAL_PORT and DRILL_DATA name other ports and another folder. The last line counts the faults that
 * passed and failed.
 */
import { randomInt } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { DATA, main, Problem, say } from '@filemill/local-stack';
import { TestS3 } from '@filemill/storage/testing';
import { checkTheHour } from './drill/checks/invariants.ts';
import { type Fault, TIERS, type Tier } from './drill/faults/fault.ts';
import { FAULTS } from './drill/faults/index.ts';
import { Rig } from './drill/rig/rig.ts';
import { keepResult, summariesFile } from './drill/run/page.ts';
import type { FaultResult } from './drill/run/results.ts';
import { runFault } from './drill/run/run-fault.ts';
import { type Stage, setStage, untilServes } from './drill/run/stage.ts';
import { createRandom, type Random } from './shared/random.ts';

/** What a drill is to do. */
interface DrillOptions {
  readonly tier: Tier;
  /** Of faults; all if none. */
  readonly names: readonly string[];
  readonly seed: number;
  /** Runs of each fault, if different from those of the tier. */
  readonly runs?: number | undefined;
  /** Folder for everything that is kept. */
  readonly data: string;
  readonly publicPort: number;
  readonly firstPort: number;
  /** Called with the result of each fault. */
  onResult?(result: FaultResult): void;
}

/** The requested faults, in order. */
function chosenFaults(tier: Tier, names: readonly string[], random: Random): readonly Fault[] {
  const { faults: count } = TIERS[tier];
  if (names.length > 0) return FAULTS.filter(({ id }) => names.includes(id));
  if (count === undefined) return FAULTS;
  return random.shuffled(FAULTS.filter(({ isQuick }) => isQuick)).slice(0, count);
}

/**
 * Starts a stack behind proxies, injects each requested fault while it works, and checks after each one that nothing was
 * lost, duplicated or left behind.
 */
async function drill(options: DrillOptions): Promise<FaultResult[]> {
  const { tier, names, seed, data, publicPort, firstPort, onResult } = options;
  const chosen = chosenFaults(tier, names, createRandom(seed));
  const results: FaultResult[] = [];
  for (const [store, faults] of Map.groupBy(chosen, (fault) => fault.store ?? 'folder')) {
    const missing = store === 's3' ? TestS3.missing() : undefined;
    if (missing) {
      say(`${faults.map(({ id }) => id).join(', ')} left out: ${missing}`);
      continue;
    }
    const rig = await Rig.start({ data: `${data}/${store}`, publicPort, firstPort, store });
    try {
      const stage = await setStage(rig, `${data}/files`);
      for (const fault of faults) {
        const result = { ...(await runFault(fault, stage, options)), store };
        stage.hasOrphans ||= fault.leavesOrphans ?? false;
        // In `npm test` an hour passes once.
        if (tier !== 'ci' || fault === faults.at(-1)) await passTheHour(stage, result);
        results.push(result);
        onResult?.(result);
      }
    } finally {
      await rig.stop();
    }
  }
  return results;
}

/** Moves the clocks past the hour: nothing may be left, and files convert again. */
async function passTheHour(stage: Stage, { id, runs }: FaultResult): Promise<void> {
  const { rig, files } = stage;
  stage.hasOrphans = false;
  const left = await checkTheHour(rig);
  if ((await untilServes(rig, files.image[0], Date.now())) === undefined)
    left.push('nothing converts after the hour');
  for (const what of left) say(`  ${id} FAILED: ${what}`);
  runs.at(-1)?.faults.push(...left);
}

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
