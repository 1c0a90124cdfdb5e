import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { createJail, type Jail } from '../src/jail/jail.js';
import { processTree } from '../src/jail/process-tree.js';
import { refuseRoot, startJail, testJail } from '../src/jail/self-test.js';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'self-test-'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

/** The real jail with a hole in it, as a mistake in its arguments or a badly configured machine would make. */
const opened = (change: Parameters<typeof withChange>[1]): Jail => withChange(createJail(), change);
function withChange(jail: Jail, change: Partial<Parameters<Jail['run']>[0]>): Jail {
  return {
    ...jail,
    run: (request) =>
      jail.run({
        ...request,
        ...change,
        readOnly: [...(request.readOnly ?? []), ...(change.readOnly ?? [])],
      }),
  };
}

describe('testJail', () => {
  it('passes for the real jail', async () => {
    await expect(testJail(createJail(), root)).resolves.toBeUndefined();
  });
  it('fails and names a visible path', async () => {
    await expect(testJail(opened({ readOnly: [{ source: '/etc/passwd' }] }), root)).rejects.toThrow(
      'it sees /etc/passwd',
    );
  });
  it('fails and names an inherited environment', async () => {
    await expect(testJail(opened({ env: { REDIS_URL: 'x' } }), root)).rejects.toThrow(
      'it has an environment',
    );
  });
  it('fails when a limit is not in force', async () => {
    const limits = {
      wallMs: 20_000,
      cpuSeconds: 10,
      memoryBytes: 2 ** 30,
      tmpBytes: 2 ** 24,
      fileBytes: 2 ** 24,
      processes: 64,
    };
    await expect(testJail(opened({ limits }), root)).rejects.toThrow('above the limit');
  });
  it('fails when nothing starts at all', async () => {
    await expect(testJail(opened({ program: '/usr/bin/false' }), root)).rejects.toThrow('does not start');
  });
  it('passes if /proc is the worker’s', async () => {
    await expect(testJail(createJail({ proc: 'shared' }), root)).resolves.toBeUndefined();
  });
  it.each([
    ['own', 'it sees processes of others'],
    ['shared', 'it can signal processes of others; it can look into processes of others'],
  ] as const)(
    'finds open everything that bubblewrap closes, when the probe runs without it (%s /proc)',
    async (proc, others) => {
      const { spawnSync } = await import('node:child_process');
      const bare: Jail = {
        ...createJail({ proc }),
        run: async ({ program, args, folder }) => {
          const [script = '', ...rest] = args;
          const { stdout, stderr, status } = spawnSync(
            program,
            [script.replace('/job/in', folder.in), ...rest],
            {
              encoding: 'utf8',
            },
          );
          return { stdout, stderr, exitCode: status, exitSignal: null, wallMs: 0 };
        },
      };
      // A foreign process that could be inspected: a quiet machine may have no other.
      const folder = await mkdtemp(join(root, 'neighbour-'));
      const neighbour = createJail().spawn({
        program: '/usr/bin/sleep',
        args: ['60'],
        folder: { in: folder, out: folder },
        limits: {
          wallMs: 60_000,
          cpuSeconds: 1,
          memoryBytes: 2 ** 26,
          tmpBytes: 2 ** 24,
          fileBytes: 1,
          processes: 8,
        },
      });
      for (let tries = 0; tries < 100 && processTree(neighbour.pid).length < 3; tries++) await sleep(20);
      const failure = await testJail(bare, root).catch((error: Error) => error.message);
      await neighbour.kill();
      for (const finding of [
        'reaches a port',
        'network interface',
        'user namespace',
        'not nobody',
        'no seccomp',
        others,
      ])
        expect(failure).toContain(finding);
    },
  );
});

describe('startJail', () => {
  it('chooses the jail with its own /proc if that starts', async () => {
    expect((await startJail(root, {})).proc).toBe('own');
  });
});

describe('refuseRoot', () => {
  it('refuses root in one sentence, and accepts every other user', () => {
    refuseRoot();
    const root = jest.spyOn(process as { getuid(): number }, 'getuid').mockReturnValue(0);
    expect(refuseRoot).toThrow('must not run as root');
    root.mockRestore();
  });
});
