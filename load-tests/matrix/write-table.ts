import { writeFileSync } from 'node:fs';
import type { ProvenOptions, ProvenPairs } from '@filemill/formats/testing';
import { ROOT } from '@filemill/local-stack';

const linesOf = (rows: Readonly<Record<string, object>>): string[] =>
  Object.entries(rows)
    .map(([name, row]) => `${JSON.stringify(name)}: ${JSON.stringify(row)}`)
    .sort();

/** Writes `packages/formats/matrix.json`: a line for each input, then one for the settings of each engine. */
export function writeTable(pairs: ProvenPairs, options: ProvenOptions): void {
  const settings = `"options": {\n${linesOf(options).join(',\n')}\n}`;
  const text = `{\n${[...linesOf(pairs), settings].join(',\n')}\n}\n`;
  writeFileSync(`${ROOT}/packages/formats/matrix.json`, text);
}
