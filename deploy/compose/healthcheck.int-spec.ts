import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { PROCESSES, ROOT } from '@filemill/local-stack';
import { freePort } from '@filemill/platform/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';

const SCRIPT = `${ROOT}/deploy/compose/healthcheck.sh`;

/** Answers like the ops port; on request it hangs in one of two ways, or is no longer ready. */
const SERVICE = `
import { createServer } from 'node:http';
let isReady = true;
createServer(({ url }, response) => {
  response.writeHead(url === '/readyz' && !isReady ? 503 : 200).end();
  if (url === '/unready') isReady = false;
  if (url === '/freeze') setImmediate(() => process.kill(process.pid, 'SIGSTOP'));
  if (url === '/block') setImmediate(() => { for (;;); });
}).listen(Number(process.env.OPS_PORT), '127.0.0.1');`;

interface ServiceOfCompose {
  readonly restart?: string;
  readonly healthcheck?: { readonly test: readonly string[] };
  readonly volumes?: readonly string[];
}

let folder: string;
let port: number;
let container: ChildProcess;

/**
 * Separate processes, as in a container: the first one waits for the service, while the check runs repeatedly and records its
 * results.
 */
function startContainer(service: string): void {
  writeFileSync(join(folder, 'service.mjs'), service);
  writeFileSync(join(folder, 'checks'), '');
  const check = `while :; do ${SCRIPT} > /dev/null; echo $? >> ${folder}/checks; sleep 0.1; done`;
  const mounts = '--dev-bind / / --unshare-pid --proc /proc --tmpfs /tmp'.split(' ');
  const command = `(${check}) & exec ${process.execPath} ${folder}/service.mjs`;
  const args = [...mounts, '--bind', folder, folder, '--die-with-parent', '--', '/bin/sh', '-c', command];
  container = spawn('/usr/bin/bwrap', args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { PATH: '/usr/bin:/bin', OPS_PORT: String(port), LIVENESS_TIMEOUT_SECONDS: '3' },
  });
}

/** Exit codes of the checks so far. */
const checks = (): string[] => readFileSync(join(folder, 'checks'), 'utf8').split('\n').filter(Boolean);
const until = async (isTrue: () => boolean): Promise<void> => {
  while (!isTrue()) await sleep(20);
};
const tell = (path: string): Promise<Response> => fetch(`http://127.0.0.1:${port}${path}`);
const hasEnded = (): boolean => container.exitCode !== null || container.signalCode !== null;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'healthcheck-'));
  port = await freePort();
});
afterEach(async () => {
  if (!hasEnded()) {
    container.kill('SIGKILL');
    await once(container, 'exit');
  }
  rmSync(folder, { recursive: true });
});

describe('healthcheck.sh', () => {
  it('finds a service healthy as long as its dependencies answer, and never ends it for them', async () => {
    startContainer(SERVICE);
    await until(() => checks().includes('0'));
    await tell('/unready');
    await until(() => checks().at(-1) === '1');
    const before = checks().length;
    await until(() => checks().length > before + 30);
    expect(hasEnded()).toBe(false);
  }, 60_000);

  it.each(['/freeze', '/block'])(
    'ends a service that hangs (%s), and its container with it',
    async (how) => {
      startContainer(SERVICE);
      await until(() => checks().includes('0'));
      await tell(how);
      await until(hasEnded);
      expect(container.exitCode).toBe(128 + 9);
    },
    60_000,
  );

  it('gives a service that has not answered yet two minutes of requests', async () => {
    startContainer('setInterval(() => undefined, 1_000);');
    await until(hasEnded);
    // The container may end before the result of the last check is written.
    expect([23, 24]).toContain(checks().length);
    expect(new Set(checks())).toEqual(new Set(['1']));
  }, 60_000);
});

describe('compose.yaml', () => {
  it('runs this check for each service, and restarts a service that has ended', () => {
    const { services }: { services: Record<string, ServiceOfCompose> } = parse(
      readFileSync(`${ROOT}/deploy/compose.yaml`, 'utf8'),
      { merge: true },
    );
    for (const name of PROCESSES) {
      const { restart, healthcheck, volumes } = services[name] ?? {};
      expect({ name, restart, test: healthcheck?.test }).toEqual({
        name,
        restart: 'unless-stopped',
        test: ['CMD', '/etc/filemill/healthcheck.sh'],
      });
      expect(volumes).toContain('./compose/healthcheck.sh:/etc/filemill/healthcheck.sh:ro');
    }
  });
});
