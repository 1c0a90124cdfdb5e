/**
 * `npm test`: static checks, unit, integration, end-to-end and browser tests; the last line counts them. With arguments,
 * only the parts named (`npm test -- static unit web int e2e drill`).
 */
import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { DATA, main, NODE, Problem, ROOT, run, Stack, say } from '@filemill/local-stack';
import { buildGoTools, S3_SERVER, STRIPE_MOCK } from '@filemill/platform/testing';
import { runStaticChecks, toolEnv } from '../checks/static-checks.ts';

const data = `${DATA}/test`;
const TOOLS = `${DATA}/tools`;
/** Of the stacks for end-to-end tests and drills, which run one after the other. */
const PORTS = { publicPort: 3900, firstPort: 3910 };

const totals = { passed: 0, failed: 0 };

function count(name: string, isPassed: boolean): void {
  totals[isPassed ? 'passed' : 'failed']++;
  say(`${isPassed ? 'passed' : 'FAILED'}: ${name}`);
}

/** Go programs are built before the suites that need them: in parallel the build takes ten times as long. */
async function buildTools(): Promise<void> {
  process.env.FILEMILL_TOOLS = TOOLS;
  try {
    await buildGoTools([S3_SERVER, STRIPE_MOCK]);
  } catch (error) {
    count('programs that are built with Go', false);
    console.log(error);
  }
}

/** What Jest reports of a run. */
interface JestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numFailedTestSuites: number;
  readonly numPendingTests: number;
}

/** Runs Jest projects with their output on the screen, and adds their results to the totals. */
async function jest(
  projects: readonly string[],
  flags: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<void> {
  const file = `${data}/jest-${projects.join('-')}.json`;
  rmSync(file, { force: true });
  const node = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'];
  // A suite that failed may have left a server running, for which Jest would wait without end.
  const options = ['--ci', '--forceExit', '--json', `--outputFile=${file}`, '--selectProjects', ...projects];
  const child = spawn(NODE, [...node, 'node_modules/jest/bin/jest.js', ...options, ...flags], {
    cwd: ROOT,
    env: {
      ...process.env,
      ...toolEnv(),
      // Names of files are UTF-8 in the browser, too, whatever the language of the system is.
      LC_ALL: 'C.UTF-8',
      FILEMILL_JEST_CACHE: `${DATA}/jest`,
      FILEMILL_TOOLS: TOOLS,
      ...env,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const code = await new Promise((resolve) => child.on('exit', resolve));
  const report: JestReport = JSON.parse(readFileSync(file, 'utf8'));
  totals.passed += report.numPassedTests;
  // A suite that cannot even be loaded has no failed test of its own.
  totals.failed += Math.max(report.numFailedTests, report.numFailedTestSuites, code === 0 ? 0 : 1);
  if (report.numPendingTests > 0)
    say(`${report.numPendingTests} tests of ${projects} were skipped; the reasons are above`);
}

/** The whole stack on separate ports; tests that change its clock, settings or processes run last, one by one. */
async function endToEnd(): Promise<void> {
  const stack = new Stack({ data: `${data}/stack`, ...PORTS, test: true });
  rmSync(stack.data, { recursive: true, force: true });
  try {
    await stack.start();
    const env = { FILEMILL_URL: stack.url, FILEMILL_STATE: `${stack.data}/state.json` };
    await jest(['e2e'], ['--maxWorkers=3'], env);
    await jest(['alone'], ['--runInBand'], env);
  } finally {
    await stack.stop();
  }
}

/** Some random faults, on a separate stack; `DRILL_SEED` repeats the same ones. */
async function drills(): Promise<void> {
  const seed = process.env.DRILL_SEED ?? String(randomInt(2 ** 31));
  say(`drill with DRILL_SEED=${seed}`);
  const args = ['load-tests/drill.ts', '--ci', `--seed=${seed}`];
  const env = {
    DRILL_DATA: `${data}/drill`,
    FILEMILL_TOOLS: TOOLS,
    PORT: `${PORTS.publicPort}`,
    INTERNAL_PORT: `${PORTS.firstPort}`,
  };
  const { code, stdout } = await run(NODE, args, { cwd: ROOT, env, check: false, onLine: console.log });
  const [, passed, failed] = /^(\d+) passed, (\d+) failed$/m.exec(stdout) ?? [];
  totals.passed += Number(passed ?? 0);
  totals.failed += Math.max(Number(failed ?? 1), code === 0 ? 0 : 1);
}

const PARTS = ['static', 'unit', 'web', 'int', 'e2e', 'drill'];

await main(async () => {
  const names = process.argv.slice(2);
  const unknown = names.find((name) => !PARTS.includes(name));
  if (unknown) throw new Problem(`There is no part ${unknown}; there are ${PARTS.join(', ')}`);
  const isWanted = (name: string): boolean => names.length === 0 || names.includes(name);
  mkdirSync(data, { recursive: true });
  await Promise.all([isWanted('static') && runStaticChecks(count), isWanted('int') && buildTools()]);
  const quick = ['unit', 'web'].filter(isWanted);
  if (quick.length > 0) await jest(quick, ['--maxWorkers=2']);
  // Half of what these do is waiting.
  if (isWanted('int')) await jest(['int'], ['--maxWorkers=3']);
  if (isWanted('e2e')) await endToEnd();
  if (isWanted('drill')) await drills();
  console.log(`${totals.passed} passed, ${totals.failed} failed`);
  process.exit(totals.failed > 0 ? 1 : 0);
});
