import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { Problem, ROOT } from '@filemill/local-stack';
import { GoTool } from '@filemill/platform/testing';
import { HEADERS } from '@filemill/product';
import type { LoadRun } from './scenarios.ts';

/** The last version that Go's module proxy has; it reads TypeScript. */
const K6 = new GoTool('go.k6.io/k6@v1.8.1');

/** @returns path of k6, which is built at the first call @throws {Problem} without Go */
export async function findK6(): Promise<string> {
  const missing = K6.missing();
  if (missing)
    throw new Problem(`${missing}: install Go 1.24 or newer (https://go.dev/dl) and run this again.`);
  return K6.build();
}

/** Runs a script of `load-tests/k6` with its summary on the screen. @returns whether its thresholds were kept */
export async function runK6(k6: string, { stack, scenario, inputs, accounts }: LoadRun): Promise<boolean> {
  const accountsFile = `${stack.data}/accounts.json`;
  writeFileSync(accountsFile, JSON.stringify(accounts.map(({ token, apiKey }) => ({ token, apiKey }))), {
    mode: 0o600,
  });
  const env = {
    PATH: '/usr/bin:/bin',
    HOME: stack.data,
    K6_NO_USAGE_REPORT: 'true',
    LOAD_URL: stack.url.replace('localhost', '127.0.0.1'),
    LOAD_SECONDS: `${scenario.seconds}`,
    LOAD_RATE: `${scenario.rate}`,
    LOAD_ACCOUNTS: accountsFile,
    LOAD_HEADERS: JSON.stringify(HEADERS),
    ...Object.fromEntries(Object.entries(inputs).map(([name, path]) => [`LOAD_${name.toUpperCase()}`, path])),
  };
  const args = ['run', '--quiet', '--no-color', '--address', '', `${ROOT}/load-tests/k6/${scenario.name}.ts`];
  const child = spawn(k6, args, { env, stdio: ['ignore', 'inherit', 'inherit'] });
  const code = await new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', resolve);
  });
  return code === 0;
}
