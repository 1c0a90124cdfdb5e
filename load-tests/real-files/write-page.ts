/** Writes docs/real-files.md from the results of the last run, if `--write` is among the arguments. */
import { DATA, ROOT } from '@filemill/local-stack';
import { writePage } from './page.ts';

if (process.argv.includes('--write')) writePage(`${DATA}/real-files`, `${ROOT}/docs/real-files.md`);
