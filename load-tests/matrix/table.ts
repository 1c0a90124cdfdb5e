import { writeFileSync } from 'node:fs';
import { ROOT, say } from '@filemill/local-stack';
import { pairOf, pairStates, type Row } from './proofs.ts';

/**
 * `npm run matrix` runs this file last, as the user who may write into the checkout: it writes the pairs that passed to
 * `packages/formats/matrix.json`, a line for each input, and ends with an error if some did not.
 */
const table = new Map<string, Record<string, Row>>();
const formats = new Set<string>();
const failed: string[] = [];
let count = 0;
for (const { route, row } of pairStates(process.argv.includes('--stale'))) {
  const { input, output } = route;
  if (!row) {
    failed.push(pairOf(route));
    continue;
  }
  table.set(input.id, { ...table.get(input.id), [output.id]: row });
  formats.add(input.id).add(output.id);
  count += 1;
}
const lines = [...table].map(([from, rows]) => `${JSON.stringify(from)}: ${JSON.stringify(rows)}`);
writeFileSync(`${ROOT}/packages/formats/matrix.json`, `{\n${lines.sort().join(',\n')}\n}\n`);
for (const pair of failed) say(`not proven, and not offered: ${pair}`);
console.log(`${formats.size} formats and ${count} pairs proven, ${failed.length} pairs not`);
if (failed.length > 0) process.exitCode = 1;
