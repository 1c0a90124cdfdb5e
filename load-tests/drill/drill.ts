import { say } from '@filemill/local-stack';
import { TestS3 } from '@filemill/storage/testing';
import { createRandom, type Random } from '../shared/random.ts';
import type { Fault, Tier } from './fault.ts';
import { FAULTS } from './faults/index.ts';
import { checkTheHour } from './invariants.ts';
import type { FaultResult } from './results.ts';
import { Rig } from './rig.ts';
import { runFault } from './run-fault.ts';
import { type Stage, setStage, untilServes } from './stage.ts';
import { TIERS } from './tiers.ts';

/** What a drill is to do. */
export interface DrillOptions {
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
export async function drill(options: DrillOptions): Promise<FaultResult[]> {
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
