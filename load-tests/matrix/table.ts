import type { Route } from '@filemill/formats';
import { provenOptions } from '@filemill/formats/testing';
import { say } from '@filemill/local-stack';
import { raisedFloors, readFloors, writeFloors } from '@filemill/worker/testing';
import { pairOf, pairStates, type Row } from './proofs.ts';
import { writeTable } from './write-table.ts';

/**
 * `npm run matrix` runs this file last, as the user who may write into the checkout: it writes the pairs that passed to
 * `packages/formats/matrix.json`, a line for each input, raises the floors of fidelity in `fidelity.json` beside it, and
 * ends with an error if some did not pass.
 */
const table = new Map<string, Record<string, Row>>();
const formats = new Set<string>();
const failed: string[] = [];
const measured: { readonly route: Route; readonly likeness: number | undefined }[] = [];
let count = 0;
let optimised = 0;
for (const { route, row } of pairStates(process.argv.includes('--stale'))) {
  const { input, output } = route;
  if (!row) {
    failed.push(pairOf(route));
    continue;
  }
  table.set(input.id, { ...table.get(input.id), [output.id]: row });
  formats.add(input.id).add(output.id);
  measured.push({ route, likeness: row[2] });
  if (input === output) optimised += 1;
  else count += 1;
}
writeTable(Object.fromEntries(table), provenOptions);
const floors = raisedFloors(readFloors(), measured);
writeFloors(floors);
for (const [family, likeness] of Object.entries(floors)) console.log(`${family}: ${likeness}`);
for (const pair of failed) say(`not proven, and not offered: ${pair}`);
console.log(
  `${formats.size} formats and ${count} pairs proven, ${optimised} formats optimised, ${failed.length} not proven`,
);
if (failed.length > 0) process.exitCode = 1;
