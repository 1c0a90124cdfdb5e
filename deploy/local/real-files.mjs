/**
 * `npm run real-files`: gathers some thousand files that nobody here wrote, converts each with the workers' engines in
 * their jail, and asks an ordinary program about those that are refused. `--only=<format>` and `--limit=n` for less;
 * `--write` writes docs/real-files.md.
 */
import { command } from './command.mjs';
import { DATA, ROOT } from './paths.mjs';
import { Problem, say } from './report.mjs';

const data = `${DATA}/real-files`;

/** What the words behind the command ask for. */
function asked(words) {
  const odd = words.find((word) => !/^--(write|only=[\w.]+|limit=\d+)$/.test(word));
  if (odd) throw new Problem(`What is ${odd}? There are --only=<format>, --limit=n and --write.`);
  const flag = (name) => words.find((word) => word.startsWith(`--${name}=`))?.split('=')[1];
  const limit = flag('limit');
  return { only: flag('only'), ...(limit && { limit: Number(limit) }) };
}

await command(
  'deploy/local/real-files.mjs',
  async (words) => {
    const options = asked(words);
    const { tryRealFiles } = await import(`${ROOT}/load-tests/real-files/real-files.mjs`);
    const { MAX_WRONGLY_REFUSED, sumUp, tableOf } = await import(`${ROOT}/load-tests/real-files/page.mjs`);
    const results = await tryRealFiles({ ...options, root: ROOT, data, say });
    console.log(`\n${tableOf(results)}`);
    const { share, engineFailed } = sumUp(results);
    process.exit(share > MAX_WRONGLY_REFUSED || engineFailed > 0 ? 1 : 0);
  },
  {
    testing: true,
    async after() {
      if (!process.argv.includes('--write')) return;
      const { writePage } = await import(`${ROOT}/load-tests/real-files/page.mjs`);
      writePage(`${data}/results.json`, `${ROOT}/docs/real-files.md`);
    },
  },
);
