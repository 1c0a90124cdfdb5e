import { provenPairs } from '@filemill/formats/testing';
import { say } from '@filemill/local-stack';
import type { OptionProof } from '@filemill/worker/proving';
import { familyStates } from './option-proofs.ts';
import { writeTable } from './write-table.ts';

/**
 * `npm run options` runs this file last, as the user who may write into the checkout: it writes the settings that passed
 * below `options` of `packages/formats/matrix.json`, says which failed and why, and ends with an error if some did.
 */
const table: Record<string, Record<string, readonly [hash: string, tookMs: number, values: number]>> = {};
const names = new Set<string>();
const lacking: string[] = [];
const failed: OptionProof[] = [];
let families = 0;
let values = 0;
for (const { engine, option, proofs } of familyStates()) {
  const passed = proofs.filter(({ failures }) => failures.length === 0);
  const wrong = proofs.filter(({ failures }) => failures.length > 0);
  failed.push(...wrong);
  if (proofs.length === 0) lacking.push(`${engine} ${option}`);
  if (passed.length === 0 || wrong.length > 0) continue;
  families += 1;
  names.add(option);
  for (const { name, hash, tookMs, values: count } of passed) {
    table[engine] = { ...table[engine], [name]: [hash, tookMs, count] };
    values += count;
  }
}
writeTable(provenPairs, table);
for (const { engine, name, failures } of failed)
  for (const failure of failures) say(`failed: ${engine} ${name}, ${failure}`);
for (const family of lacking) say(`not tried: ${family}`);
console.log(
  `${names.size} options of ${families} families passed with ${values} values; ${failed.length} pairs failed, ${lacking.length} families were not tried`,
);
if (failed.length + lacking.length > 0) process.exitCode = 1;
