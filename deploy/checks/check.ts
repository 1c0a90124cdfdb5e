/** `npm run check`: the static checks of `npm test`. */
import { main, say } from '@filemill/local-stack';
import { runStaticChecks } from './static-checks.ts';

await main(async () => {
  let failed = 0;
  await runStaticChecks((name, isPassed) => {
    if (!isPassed) failed += 1;
    say(`${isPassed ? 'passed' : 'FAILED'}: ${name}`);
  });
  process.exitCode = failed > 0 ? 1 : 0;
});
