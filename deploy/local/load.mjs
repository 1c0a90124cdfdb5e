/**
 * `npm run load -- <scenario>`: starts a stack of its own and puts it under load (`load-tests/README.md`); without a
 * scenario it lists them.
 */
import { rmSync } from 'node:fs';
import { command } from './command.mjs';
import { DATA, ROOT } from './paths.mjs';
import { Stack } from './stack.mjs';

await command('deploy/local/load.mjs', async (args) => {
  process.env.FILEMILL_TOOLS ??= `${DATA}/tools`;
  const { profiling, runLoad, scenarioOf } = await import(`${ROOT}/load-tests/load/run.mjs`);
  const scenario = scenarioOf(args);
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
