/**
 * `npm run bench`: starts a stack of its own and measures bare engines beside the whole service. With arguments, only
 * the parts named (`npm run bench -- pictures fonts`).
 */
import { rmSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { command } from './command.mjs';
import { DATA, ROOT } from './paths.mjs';
import { run } from './run.mjs';
import { Stack } from './stack.mjs';

const PORTS = { publicPort: 3940, firstPort: 3950 };

/** Runs `work` with a stack that is stopped afterwards, whatever happens. */
async function withStack(options, work) {
  const stack = new Stack({ ...PORTS, ...options });
  const stop = () => stack.stop().then(() => process.exit(130));
  process.on('SIGINT', stop);
  try {
    await stack.start();
    console.log(
      `\nnpm run bench: ${cpus().length} x ${cpus()[0].model.trim()}, Node ${process.version}, load ${loadavg()[0].toFixed(1)} before\n`,
    );
    await work(stack);
  } finally {
    process.off('SIGINT', stop);
    await stack.stop();
  }
}

await command('deploy/local/bench.mjs', async (names) => {
  const parts = await import(`${ROOT}/load-tests/bench/bench.mjs`);
  parts.checkNames(names);
  if (parts.needsStack(names))
    await withStack({ data: `${DATA}/bench` }, (stack) => parts.bench(stack, `${DATA}/bench/inputs`, names));
  if (parts.isWanted(names, parts.HOSTILE)) {
    // Jobs that an interrupted run left behind would be taken up again, and hold slots.
    rmSync(`${DATA}/bench-hostile`, { recursive: true, force: true });
    const { environment } = await import(`${ROOT}/load-tests/bench/hostile.mjs`);
    await withStack({ data: `${DATA}/bench-hostile`, extra: environment }, (stack) =>
      parts.benchAttacks(stack, `${DATA}/bench-hostile/inputs`),
    );
  }
  // With a database and a usage process of its own.
  if (parts.isWanted(names, parts.LEDGER))
    await run(process.execPath, [`${ROOT}/load-tests/bench/reserve.mjs`], { onLine: console.log });
  process.exit(0);
});
