/**
 * `node load-tests/capacity.mjs` prints what 1, 10 and 100 million conversions a day need and cost; with `--write` it
 * renews the tables of `docs/capacity.md`.
 */
import { writeFileSync } from 'node:fs';
import { DOCUMENT, renewed } from './capacity/document.mjs';
import { PRICES } from './capacity/inputs.mjs';
import { capacityText } from './capacity/tables.mjs';

if (process.argv.includes('--write')) writeFileSync(DOCUMENT, renewed());
else console.log(capacityText(PRICES.eurPerUsd));
