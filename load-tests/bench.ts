/**
 * `npm run bench`: starts a separate stack and measures bare engines and the whole service. With arguments, only the parts
 * named (`npm run bench -- pictures fonts`).
 */
import { rmSync } from 'node:fs';
import { DATA, main, ROOT, run, Stack, type StackOptions } from '@filemill/local-stack';
import { bench, benchAttacks, checkNames, HOSTILE, isWanted, LEDGER, needsStack } from './bench/bench.ts';
import { environment } from './bench/pauses.ts';
import { describeMachine } from './shared/machine.ts';

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
