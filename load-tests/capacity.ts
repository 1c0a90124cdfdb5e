/**
 * `node load-tests/capacity.ts` prints what 1, 10 and 100 million conversions a day need and cost; with `--write` it
 * renews the tables of `docs/capacity.md`.
 */
import { writeFileSync } from 'node:fs';
import { DOCUMENT, renewed } from './capacity/document.ts';
import { PRICES } from './capacity/inputs.ts';
import { capacityText } from './capacity/tables.ts';

if (process.argv.includes('--write')) writeFileSync(DOCUMENT, renewed());
else console.log(capacityText(PRICES.eurPerUsd));
