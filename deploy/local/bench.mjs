/**
 * `npm run bench`: starts a stack of its own and measures bare engines beside the whole service. With arguments, only
 * the parts named (`npm run bench -- pictures fonts`).
 */
import { cpus, loadavg } from 'node:os';
import { command } from './command.mjs';
import { DATA, ROOT } from './paths.mjs';
import { run } from './run.mjs';
import { Stack } from './stack.mjs';

await command('deploy/local/bench.mjs', async (names) => {
  const stack = new Stack({ data: `${DATA}/bench`, publicPort: 3940, firstPort: 3950 });
  process.on('SIGINT', () => stack.stop().then(() => process.exit(130)));
  try {
    await stack.start();
    const { bench } = await import(`${ROOT}/load-tests/bench/bench.mjs`);
    console.log(
      `\nnpm run bench: ${cpus().length} x ${cpus()[0].model.trim()}, Node ${process.version}, load ${loadavg()[0].toFixed(1)} before\n`,
    );
    await bench(stack, `${DATA}/bench/inputs`, names);
  } finally {
    await stack.stop();
  }
  // With a database and a usage process of its own.
  if (names.length === 0 || names.includes('reserve'))
    await run(process.execPath, [`${ROOT}/load-tests/bench/reserve.mjs`], { onLine: console.log });
  process.exit(0);
});
