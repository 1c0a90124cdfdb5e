/**
 * `npm run matrix`: proves every pair of the catalogue in the real jail; those that passed are offered. A run that was
 * ended goes on where it was; `--again` begins anew; `--stale` proves only pairs whose declarations or engines have changed.
 */

import { spawn } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { main, NODE, ROOT, say } from '@filemill/local-stack';
import { PROOFS, pairOf, pairStates } from './matrix/proofs.ts';

/** Runs the suites that prove pairs; what passes is written to the folder. @param kept - pairs that need no proof */
async function prove(kept: readonly string[]): Promise<void> {
  const args = [
    ...[
      '--experimental-vm-modules',
      '--disable-warning=ExperimentalWarning',
      'node_modules/jest/bin/jest.js',
    ],
    ...['--ci', '--forceExit', '--selectProjects', 'int', '--maxWorkers=2', '--testNamePattern', 'proves '],
    ...[
      '--testPathPatterns',
      'services/worker-.*/test/(archive|bundles|comics?|conformance|data|ebook|films|font|markup|pairs|subtitles?)\\.int-spec',
    ],
  ];
  const env = { ...process.env, FILEMILL_MATRIX: PROOFS, FILEMILL_MATRIX_KEPT: kept.join(' ') };
  const jest = spawn(NODE, args, { cwd: ROOT, env, stdio: ['ignore', 'inherit', 'inherit'] });
  await new Promise((resolve) => jest.on('exit', resolve));
}

await main(async () => {
  if (process.argv.includes('--again')) rmSync(PROOFS, { recursive: true, force: true });
  mkdirSync(PROOFS, { recursive: true });
  const states = pairStates(process.argv.includes('--stale'));
  const kept = states.filter(({ row }) => row).map(({ route }) => pairOf(route));
  say(`${states.length} pairs, ${kept.length} of them proven already`);
  if (kept.length < states.length) await prove(kept);
});
