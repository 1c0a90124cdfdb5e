import { type Environment, type Stack, say, step } from '@filemill/local-stack';
import { describeMachine } from '../shared/machine.ts';
import { type InputName, makeInput } from './inputs.ts';
import { findK6, runK6 } from './k6.ts';
import { liveMemory } from './live-memory.ts';
import type { LoadRun } from './load-run.ts';
import { grown, printResources, Resources } from './resources.ts';
import type { Scenario } from './scenarios.ts';
import { seedProAccounts } from './seed.ts';
import { Stores } from './stores.ts';
import { runStreams } from './streams.ts';

/** The scenario that k6 cannot run. */
const STREAMS = 'events';

/**
 * Puts a running stack under load, and prints its resource use.
 *
 * @returns whether all thresholds were kept, the ledger agrees with the queue, and memory stayed flat in a long run
 * @throws {Problem} if k6 cannot be built
 */
export async function runLoad(stack: Stack, scenario: Scenario): Promise<boolean> {
  const k6 = scenario.name === STREAMS ? undefined : await findK6();
  const inputs: Partial<Record<InputName, string>> = {};
  for (const name of scenario.inputs) inputs[name] = await makeInput(name, stack.data);
  const accounts = await step(`Making ${scenario.proAccounts} Pro accounts with keys`, () =>
    seedProAccounts(stack, scenario.proAccounts),
  );
  const stores = await Stores.open(stack);
  try {
    if (scenario.isPaused) await stores.pause();
    say(`${scenario.name}: ${scenario.what}; ${describeMachine()}`);
    const before = await stores.spent();
    const memoryBefore = await liveMemory(stack);
    const resources = new Resources(stack);
    const run: LoadRun = { stack, scenario, inputs, accounts };
    const isKept = k6 === undefined ? await runStreams(run) : await runK6(k6, run);
    const used = resources.end();
    printResources(used, memoryBefore, await liveMemory(stack));
    const growing = grown(used);
    if (growing.length > 0) say(`memory is not flat: ${growing.join(', ')}`);
    const isExact = await stores.agree(scenario.isPaused);
    await stores.printSpent(before);
    const isPassed = isKept && isExact && growing.length === 0;
    say(isPassed ? 'all thresholds kept' : 'FAILED: see above');
    return isPassed;
  } finally {
    await stores.close();
  }
}

/** Environment by process that makes those named write a processor profile into `<data>/profiles` when they end. */
export const profiling = ({ profiled }: Scenario, data: string): Record<string, Environment> =>
  Object.fromEntries(
    profiled.map((name) => [
      name,
      {
        NODE_OPTIONS: `--v8-pool-size=1 --cpu-prof --cpu-prof-dir=${data}/profiles --cpu-prof-name=${name}.cpuprofile`,
      },
    ]),
  );
