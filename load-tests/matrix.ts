/**
 * `npm run matrix`: proves every pair of the catalogue in the real jail; those that passed are offered. A run that was
 * ended goes on where it was; `--again` begins anew; `--stale` proves only pairs whose declarations or engines have changed.
 */

import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { DATA, main, ROOT, say } from '@filemill/local-stack';
import { PROOFS, pairOf, pairStates } from './matrix/proofs.ts';
import { runSuites } from './matrix/run-suites.ts';

/** Every suite that proves pairs, as a pattern of Jest. */
const suites = (): string =>
  globSync('services/worker-*/test/*.int-spec.ts', { cwd: ROOT })
    .filter((path) => readFileSync(`${ROOT}/${path}`, 'utf8').includes('provePairs('))
    .join('|');

await main(async () => {
  if (process.argv.includes('--again')) rmSync(PROOFS, { recursive: true, force: true });
  mkdirSync(PROOFS, { recursive: true });
  const states = pairStates(process.argv.includes('--stale'));
  const kept = states.filter(({ row }) => row).map(({ route }) => pairOf(route));
  say(`${states.length} pairs, ${kept.length} of them proven already`);
  if (kept.length === states.length) return;
  const list = `${DATA}/matrix-kept.txt`;
  writeFileSync(list, kept.join('\n'));
  const env = { FILEMILL_MATRIX: PROOFS, FILEMILL_MATRIX_KEPT: list };
  await runSuites({ pattern: suites(), tests: 'proves ', env });
});
