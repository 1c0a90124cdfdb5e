import { spawn } from 'node:child_process';
import { NODE, ROOT } from '@filemill/local-stack';

/** Suites of Jest that write proofs. */
interface Suites {
  /** Of their paths. */
  readonly pattern: string;
  /** What the names of the tests begin with. */
  readonly tests: string;
  /** Where the proofs are written. */
  readonly env: Readonly<Record<string, string>>;
}

/** Runs some suites. Those that fail say so; what they proved is kept all the same. */
export async function runSuites({ pattern, tests, env }: Suites): Promise<void> {
  const args = [
    ...[
      '--experimental-vm-modules',
      '--disable-warning=ExperimentalWarning',
      'node_modules/jest/bin/jest.js',
    ],
    ...['--ci', '--forceExit', '--selectProjects', 'int', '--maxWorkers=2', '--testNamePattern', tests],
    ...['--testPathPatterns', pattern],
  ];
  const jest = spawn(NODE, args, {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  await new Promise((resolve) => jest.on('exit', resolve));
}
