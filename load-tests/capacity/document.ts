/**
 * `node load-tests/capacity/document.ts` prints what 1, 10 and 100 million conversions a day need and cost; with `--write` it
 * renews the tables of `docs/capacity.md`.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { PRICES } from './inputs.ts';
import { capacityText } from './tables.ts';

/** Path of the document that holds the tables. */
export const DOCUMENT = fileURLToPath(new URL('../../docs/capacity.md', import.meta.url));

const BEGIN = '<!-- tables: node load-tests/capacity/document.ts --write -->';
const END = '<!-- end of tables -->';

/** The document with the tables as the model makes them now. @throws {Error} if its markers are missing */
export function renewed(): string {
  const text = readFileSync(DOCUMENT, 'utf8');
  const [before, rest] = text.split(BEGIN);
  const after = rest?.split(END)[1];
  if (after === undefined) throw new Error(`${DOCUMENT} has no place for the tables`);
  return `${before}${BEGIN}\n\n${capacityText(PRICES.eurPerUsd)}\n\n${END}${after}`;
}

if (process.argv[1] === import.meta.filename) {
  if (process.argv.includes('--write')) writeFileSync(DOCUMENT, renewed());
  else console.log(capacityText(PRICES.eurPerUsd));
}
