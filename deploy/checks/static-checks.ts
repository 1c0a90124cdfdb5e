import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname } from 'node:path';
import { main, NODE, ROOT, run, say } from '@filemill/local-stack';

/** A program and its arguments. */
type Command = readonly [program: string, args: readonly string[]];

const bin = (name: string): string => `${ROOT}/node_modules/.bin/${name}`;

/** Each counts as one test: types, linters, import directions, words. */
const CHECKS: Readonly<Record<string, Command>> = {
  'types of packages, services and tools': [bin('tsc'), ['--noEmit']],
  'types of the web application': [bin('tsc'), ['--noEmit', '-p', 'apps/web']],
  'types of the admin application': [bin('tsc'), ['--noEmit', '-p', 'apps/admin']],
  'types of the scripts of k6': [bin('tsc'), ['--noEmit', '-p', 'load-tests/k6']],
  'format and lint': [bin('biome'), ['ci', '--colors=off', '--error-on-warnings', '.']],
  'import directions': [
    bin('depcruise'),
    ['packages', 'services', 'apps', 'deploy', 'load-tests', '--config', '.dependency-cruiser.mjs'],
  ],
  'proto rules': [bin('buf'), ['lint']],
  'protos that old processes understand': [
    bin('buf'),
    ['breaking', '--against', 'packages/contracts/baseline.binpb'],
  ],
  'regular expressions in linear time': [NODE, ['deploy/checks/lint-regexps.ts']],
  'plain words': [NODE, ['deploy/checks/lint-words.ts']],
  'rules of the API description': [NODE, ['deploy/checks/lint-openapi.ts']],
};

/** Plain output: it is read in files more often than on a screen. */
export const toolEnv = (): Record<string, string> => ({
  NO_COLOR: '1',
  FORCE_COLOR: '0',
  PATH: `${ROOT}/node_modules/.bin:${dirname(NODE)}:/usr/bin:/bin`,
});

/**
 * Runs all static checks, two at a time, and prints the output of those that fail.
 *
 * @param count - called with the outcome of each
 */
export async function runStaticChecks(count: (name: string, isPassed: boolean) => void): Promise<void> {
  const left = Object.entries(CHECKS);
  const work = async (): Promise<void> => {
    for (let next = left.shift(); next; next = left.shift()) {
      const [name, [program, args]] = next;
      const { code, output } = await run(program, args, { cwd: ROOT, env: toolEnv(), check: false });
      count(name, code === 0);
      if (code !== 0) console.log(output);
    }
  };
  await Promise.all([work(), work()]);
  count('generated code is up to date', await isGeneratedFresh());
}

/** Whether the code that is generated from the protos is the committed one. */
async function isGeneratedFresh(): Promise<boolean> {
  const folder = mkdtempSync(`${tmpdir()}/filemill-gen-`);
  try {
    cpSync(`${ROOT}/packages/contracts/proto`, `${folder}/packages/contracts/proto`, { recursive: true });
    for (const file of ['buf.yaml', 'buf.gen.yaml']) cpSync(`${ROOT}/${file}`, `${folder}/${file}`);
    await run(bin('buf'), ['generate'], { cwd: folder, env: toolEnv() });
    const gen = 'packages/contracts/src/gen';
    return (await run('diff', ['-r', `${ROOT}/${gen}`, `${folder}/${gen}`], { check: false })).code === 0;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

// `npm run check`: only these, and not the other tests.
if (process.argv[1] === import.meta.filename)
  await main(async () => {
    let failed = 0;
    await runStaticChecks((name, isPassed) => {
      if (!isPassed) failed += 1;
      say(`${isPassed ? 'passed' : 'FAILED'}: ${name}`);
    });
    process.exitCode = failed > 0 ? 1 : 0;
  });
