import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';

const exec = promisify(execFile);
const DIST = fileURLToPath(new URL('../dist/', import.meta.url));

/** Starts tracing as a process does, and prints the modules loaded so far. */
const PROGRAM = `
  import { registerHooks } from 'node:module';
  const loaded = [];
  registerHooks({ resolve: (name, context, next) => { loaded.push(name); return next(name, context); } });
  const { loadConfig, createLogger } = await import('${DIST}index.js');
  const { startTracing, tracingConfig } = await import('${DIST}tracing.js');
  const end = await startTracing('test', loadConfig(tracingConfig), createLogger('test', 'silent'));
  process.stdout.write(JSON.stringify(loaded));
  await end();
`;

const loadedWith = async (env: Record<string, string>): Promise<string[]> => {
  const { stdout } = await exec(process.execPath, ['--input-type=module', '--eval', PROGRAM], { env });
  return JSON.parse(stdout) as string[];
};

const isSdk = (name: string): boolean => /^@opentelemetry\/(?!api)/.test(name);

describe('tracing', () => {
  it('does not load the SDK without a collector', async () => {
    expect((await loadedWith({})).filter(isSdk)).toEqual([]);
  });

  it('loads the SDK with a collector', async () => {
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' };
    expect((await loadedWith(env)).filter(isSdk)).toContain('@opentelemetry/sdk-trace');
  });
});
