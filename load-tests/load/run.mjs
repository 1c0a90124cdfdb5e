import { cpus, loadavg } from 'node:os';
import { say, step } from '../../deploy/local/report.mjs';
import { makeInput } from './inputs.mjs';
import { findK6, runK6 } from './k6.mjs';
import { liveMemory } from './live-memory.mjs';
import { grown, printResources, Resources } from './resources.mjs';
import { seedProAccounts } from './seed.mjs';
import { Stores } from './stores.mjs';
import { runStreams } from './streams.mjs';

export { scenarioOf } from './scenarios.mjs';

/** The scenario that k6 cannot run. */
const STREAMS = 'events';

/**
 * Puts a running stack under load, and prints its resource use.
 *
 * @returns whether all thresholds were kept, the ledger agrees with the queue, and memory stayed flat in a long run
 * @throws {Problem} if k6 cannot be built
 */
export async function runLoad(stack, scenario) {
  const k6 = scenario.name === STREAMS ? undefined : await findK6();
  const inputs = {};
  for (const name of scenario.inputs) inputs[name] = await makeInput(name, stack.data);
  const accounts = await step(`Making ${scenario.proAccounts} Pro accounts with keys`, () =>
    seedProAccounts(stack, scenario.proAccounts),
  );
  const stores = await Stores.open(stack);
  try {
    if (scenario.isPaused) await stores.pause();
    const machine = `${cpus().length} x ${cpus()[0].model.trim()}, Node ${process.version}`;
    say(`${scenario.name}: ${scenario.what}; ${machine}, load ${loadavg()[0].toFixed(1)} before`);
    const before = await stores.spent();
    const memoryBefore = await liveMemory(stack);
    const resources = new Resources(stack);
    const run = scenario.name === STREAMS ? runStreams : runK6;
    const isKept = await run({ k6, stack, scenario, inputs, accounts });
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
export const profiling = ({ profiled }, data) =>
  Object.fromEntries(
    profiled.map((name) => [
      name,
      {
        NODE_OPTIONS: `--v8-pool-size=1 --cpu-prof --cpu-prof-dir=${data}/profiles --cpu-prof-name=${name}.cpuprofile`,
      },
    ]),
  );
