/**
 * `npm run load -- <scenario>`: starts a separate stack and puts it under load (`load-tests/README.md`); without a scenario
 * it lists them.
 */
import { rmSync } from 'node:fs';
import { DATA, main, Stack } from '@filemill/local-stack';
import { profiling, runLoad } from './load/run.ts';
import { scenarioOf } from './load/scenarios.ts';

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
