/**
 * `npm run options`: tries every setting of every engine at its bounds and at a value between, in the real jail, and looks
 * whether it shows in the output. A run that was ended goes on where it was, and what the table has already is not tried
 * again; `--again` begins anew; a word, such as `image`, tries only the settings of that worker.
 */

import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { provenOptions } from '@filemill/formats/testing';
import { main, say } from '@filemill/local-stack';
import type { OptionProof } from '@filemill/worker/proving';
import { keptProofs, OPTION_PROOFS } from './matrix/option-proofs.ts';
import { runSuites } from './matrix/run-suites.ts';

const worker = process.argv.slice(2).find((word) => !word.startsWith('-')) ?? '.*';

/** What the table has, and what has passed since, is not tried again. Failures are forgotten: they are tried again. */
function keepPassed(isAnew: boolean): void {
  const table = Object.entries(provenOptions).flatMap(([engine, rows]) =>
    Object.entries(rows).map(
      ([name, [hash, tookMs, values]]): OptionProof => ({ engine, name, hash, tookMs, values, failures: [] }),
    ),
  );
  const passed = isAnew ? [] : [...table, ...keptProofs().filter(({ failures }) => failures.length === 0)];
  rmSync(OPTION_PROOFS, { recursive: true, force: true });
  mkdirSync(OPTION_PROOFS, { recursive: true });
  writeFileSync(
    `${OPTION_PROOFS}/passed.jsonl`,
    passed.map((proof) => `${JSON.stringify(proof)}\n`).join(''),
  );
}

await main(async () => {
  keepPassed(process.argv.includes('--again'));
  say('trying every setting that has no proof yet');
  await runSuites({
    pattern: `services/worker-${worker}/test/every-option\\.int-spec`,
    tests: 'tries ',
    env: { FILEMILL_OPTIONS: OPTION_PROOFS },
  });
});
