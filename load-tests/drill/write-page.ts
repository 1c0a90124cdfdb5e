/** Writes docs/drills.md and docs/drills.json from the results of the drills on this machine. */
import { DATA, ROOT } from '@filemill/local-stack';
import { summariesFile, writePage } from './page.ts';

writePage({
  fresh: summariesFile(`${DATA}/drill`),
  kept: `${ROOT}/docs/drills.json`,
  page: `${ROOT}/docs/drills.md`,
});
