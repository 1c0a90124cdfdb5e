/**
 * `npm run drill`: starts a stack of its own, breaks it in every way that one machine can, and writes what became of it
 * to docs/drills.md and, for the next run anywhere, docs/drills.json. Faults by name (`npm run drill -- F06 F11`), `--full` for their full length and 20 runs each,
 * `--ci` for a run as short as in `npm test`, `--runs=n`, `--seed=n` to repeat what a run drew.
 */
import { randomInt } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { command } from './command.mjs';
import { DATA, ROOT } from './paths.mjs';
import { Problem, say } from './report.mjs';

const data = `${DATA}/drill`;
const results = `${data}/summaries.json`;
const PORTS = {
  publicPort: Number(process.env.PORT ?? 3980),
  firstPort: Number(process.env.INTERNAL_PORT ?? 3990),
};
/** Where the S3 server is built. */
process.env.FILEMILL_TOOLS ??= `${DATA}/tools`;

/** What the words behind the command ask for. */
function asked(words) {
  const flag = (name) => words.find((word) => word.startsWith(`--${name}=`))?.split('=')[1];
  const names = words.filter((word) => /^F\d\d$/.test(word));
  const known = words.filter((word) => names.includes(word) || /^--(full|ci|(runs|seed)=\d+)$/.test(word));
  const odd = words.find((word) => !known.includes(word));
  if (odd)
    throw new Problem(`What is ${odd}? Faults are named F01 to F39; else --full, --ci, --runs=n, --seed=n.`);
  return {
    names,
    tier: ['full', 'ci'].find((tier) => words.includes(`--${tier}`)) ?? 'drill',
    seed: Number(flag('seed') ?? randomInt(2 ** 31)),
    runs: flag('runs') && Number(flag('runs')),
  };
}

await command(
  'deploy/local/drill.mjs',
  async (words) => {
    const options = asked(words);
    mkdirSync(data, { recursive: true });
    const { drill } = await import(`${ROOT}/load-tests/drill/drill.mjs`);
    const { keepResult } = await import(`${ROOT}/load-tests/drill/page.mjs`);
    say(`Seed ${options.seed}`);
    const onResult = (result) => keepResult(results, { ...result, seed: options.seed });
    const done = await drill({ ...options, ...PORTS, data, say, onResult });
    const failed = done.filter(({ runs }) => runs.some(({ faults }) => faults.length > 0));
    console.log(`${done.length - failed.length} passed, ${failed.length} failed`);
    process.exit(failed.length > 0 ? 1 : 0);
  },
  {
    testing: true,
    async after() {
      const { writePage } = await import(`${ROOT}/load-tests/drill/page.mjs`);
      writePage({ fresh: results, kept: `${ROOT}/docs/drills.json`, page: `${ROOT}/docs/drills.md` });
    },
  },
);
