/**
 * `npm run load -- <scenario>`: starts a separate stack and puts it under load (`load-tests/README.md`); without a scenario
 * it lists them.
 */
import { rmSync } from 'node:fs';
import { DATA, type Environment, main, Stack, say, step } from '@filemill/local-stack';
import { type InputName, makeInput } from './load/inputs.ts';
import { findK6, runK6 } from './load/k6.ts';
import { liveMemory } from './load/live-memory.ts';
import { grown, printResources, Resources } from './load/resources.ts';
import { type LoadRun, type Scenario, scenarioOf } from './load/scenarios.ts';
import { seedProAccounts } from './load/seed.ts';
import { Stores } from './load/stores.ts';
import { runStreams } from './load/streams.ts';
import { describeMachine } from './shared/measure.ts';

/** The scenario that k6 cannot run. */
const STREAMS = 'events';

/**
 * Puts a running stack under load, and prints its resource use.
 *
 * @returns whether all thresholds were kept, the ledger agrees with the queue, and memory stayed flat in a long run
 * @throws {Problem} if k6 cannot be built
 */
async function runLoad(stack: Stack, scenario: Scenario): Promise<boolean> {
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
const profiling = ({ profiled }: Scenario, data: string): Record<string, Environment> =>
  Object.fromEntries(
    profiled.map((name) => [
      name,
      {
        NODE_OPTIONS: `--v8-pool-size=1 --cpu-prof --cpu-prof-dir=${data}/profiles --cpu-prof-name=${name}.cpuprofile`,
      },
    ]),
  );

await main(async () => {
  process.env.FILEMILL_TOOLS ??= `${DATA}/tools`;
  const scenario = scenarioOf(process.argv.slice(2));
  const data = `${DATA}/load`;
  rmSync(data, { recursive: true, force: true }); // all counters begin at nothing
  const stack = new Stack({ data, publicPort: 4000, firstPort: 4010, extra: profiling(scenario, DATA) });
  process.on('SIGINT', () => stack.stop().then(() => process.exit(130)));
  let isPassed = false;
  try {
    await stack.start();
    isPassed = await runLoad(stack, scenario);
  } finally {
    await stack.stop();
  }
  process.exit(isPassed ? 0 : 1);
});
