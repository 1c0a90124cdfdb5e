/**
 * `npm test`: static checks, unit, integration, end-to-end and browser tests; the last line counts them.
 * With arguments, only the Jest suites named (`npm test -- unit int web e2e`).
 */
import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { command } from './command.mjs';
import { DATA, ROOT } from './paths.mjs';
import { say } from './report.mjs';
import { run } from './run.mjs';
import { Stack } from './stack.mjs';
import { NODE } from './toolchain.mjs';

const bin = (name) => `${ROOT}/node_modules/.bin/${name}`;
const data = `${DATA}/test`;
const TOOLS = `${DATA}/tools`;
const totals = { passed: 0, failed: 0 };

const count = (name, passed) => {
  totals[passed ? 'passed' : 'failed']++;
  say(`${passed ? 'passed' : 'FAILED'}: ${name}`);
};

/** Compiler, linter, import directions, generated code: each counts as one test; two at a time. */
async function staticChecks() {
  const checks = {
    'types of packages and services': [bin('tsc'), ['--noEmit']],
    'types of the web application': [bin('tsc'), ['--noEmit', '-p', 'apps/web']],
    'types of the admin application': [bin('tsc'), ['--noEmit', '-p', 'apps/admin']],
    'types of the load tests': [bin('tsc'), ['--noEmit', '-p', 'load-tests/k6']],
    'format and lint': [bin('biome'), ['ci', '--colors=off', '--error-on-warnings', '.']],
    'import directions': [
      bin('depcruise'),
      ['packages', 'services', 'apps', '--config', '.dependency-cruiser.mjs'],
    ],
    'proto rules': [bin('buf'), ['lint']],
    'protos that old processes understand': [
      bin('buf'),
      ['breaking', '--against', 'packages/contracts/baseline.binpb'],
    ],
    'regular expressions in linear time': [NODE, ['deploy/lint-regexps.mjs']],
    'plain words': [NODE, ['deploy/lint-words.mjs']],
    'rules of the API description': [NODE, ['deploy/lint-openapi.mjs']],
  };
  const left = Object.entries(checks);
  const work = async () => {
    for (let next = left.shift(); next; next = left.shift()) {
      const [name, [program, args]] = next;
      const { code, output } = await run(program, args, { cwd: ROOT, env: toolEnv(), check: false });
      count(name, code === 0);
      if (code !== 0) console.log(output);
    }
  };
  await Promise.all([work(), work()]);
  count('generated code is up to date', await generatedIsFresh());
}

/** Go programs are built before the suites that need them: in parallel the build takes ten times as long. */
async function goTools() {
  process.env.FILEMILL_TOOLS = TOOLS;
  const { buildGoTools, S3_SERVER, STRIPE_MOCK } = await import(`${ROOT}/packages/platform/dist/testing.js`);
  try {
    await buildGoTools([S3_SERVER, STRIPE_MOCK]);
  } catch (error) {
    count('programs that are built with Go', false);
    console.log(error);
  }
}

async function generatedIsFresh() {
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

/** Plain output: it is read in files more often than on a screen. */
const toolEnv = () => ({
  NO_COLOR: '1',
  FORCE_COLOR: '0',
  PATH: `${ROOT}/node_modules/.bin:${NODE.replace(/\/node$/, '')}:/usr/bin:/bin`,
});

/** Runs Jest projects with their output on the screen, and adds what they counted. */
async function jest(projects, env = {}, flags = []) {
  const report = `${data}/jest-${projects.join('-')}.json`;
  rmSync(report, { force: true });
  const args = [
    '--experimental-vm-modules',
    '--disable-warning=ExperimentalWarning',
    'node_modules/jest/bin/jest.js',
  ];
  const child = spawn(
    NODE,
    // A suite that failed may have left a server running, for which Jest would wait without end.
    [
      ...args,
      '--ci',
      '--forceExit',
      '--json',
      `--outputFile=${report}`,
      '--selectProjects',
      ...projects,
      ...flags,
    ],
    {
      cwd: ROOT,
      env: {
        ...process.env,
        ...toolEnv(),
        FILEMILL_JEST_CACHE: `${DATA}/jest`,
        FILEMILL_TOOLS: TOOLS,
        ...env,
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  );
  const code = await new Promise((resolve) => child.on('exit', resolve));
  const { numPassedTests, numFailedTests, numFailedTestSuites, numPendingTests } = JSON.parse(
    readFileSync(report, 'utf8'),
  );
  totals.passed += numPassedTests;
  // A suite that cannot even be loaded has no failed test of its own.
  totals.failed += Math.max(numFailedTests, numFailedTestSuites, code === 0 ? 0 : 1);
  if (numPendingTests > 0)
    say(`${numPendingTests} tests of ${projects} were skipped; the reasons stand above`);
}

/** The whole stack on separate ports; tests that change its clock, settings or processes run last, one by one. */
async function endToEnd() {
  const stack = new Stack({ data: `${data}/stack`, publicPort: 3900, firstPort: 3910, test: true });
  rmSync(stack.data, { recursive: true, force: true });
  try {
    await stack.start();
    const env = { FILEMILL_URL: stack.url, FILEMILL_STATE: `${stack.data}/state.json` };
    await jest(['e2e'], env, ['--maxWorkers=3']);
    await jest(['alone'], env, ['--runInBand']);
  } finally {
    await stack.stop();
  }
}

/** Some random faults, on a separate stack; `DRILL_SEED` repeats the same ones. */
async function drills() {
  const { drill } = await import(`${ROOT}/load-tests/drill/drill.mjs`);
  const seed = Number(process.env.DRILL_SEED ?? randomInt(2 ** 31));
  say(`drill with DRILL_SEED=${seed}`);
  const where = { data: `${data}/drill`, publicPort: 3900, firstPort: 3910 };
  const results = await drill({ ...where, tier: 'ci', names: [], seed, say });
  for (const { id, runs } of results)
    count(
      `fault ${id}`,
      runs.every(({ faults }) => faults.length === 0),
    );
}

await command(
  'deploy/local/test.mjs',
  async (names) => {
    const wants = (name) => names.length === 0 || names.includes(name);
    mkdirSync(data, { recursive: true });
    await Promise.all([wants('static') && staticChecks(), wants('int') && goTools()]);
    if (wants('unit') || wants('web')) await jest(['unit', 'web'].filter(wants), {}, ['--maxWorkers=2']);
    // Half of what these do is waiting.
    if (wants('int')) await jest(['int'], {}, ['--maxWorkers=3']);
    if (wants('e2e')) await endToEnd();
    if (wants('drill')) await drills();
    console.log(`${totals.passed} passed, ${totals.failed} failed`);
    process.exit(totals.failed > 0 ? 1 : 0);
  },
  { testing: true },
);
